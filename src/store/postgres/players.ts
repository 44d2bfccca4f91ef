// Players in PostgreSQL: names ↔ sequential ids, and what registers, erases and describes players.
import { distinct, KeyMap } from '../../lib/key-map.ts';
import { READ_BATCH_MAX_CALLS } from '../../tuning.ts';
import type { PlayerStore } from '../ports/players.ts';
import { batchesInFlight, type Database } from './database.ts';
import { playerErasure } from './erase-player.ts';
import { playerFacts } from './player-facts.ts';
import { type Found, lookUp } from './player-names.ts';
import { registrationBatcher } from './registrations.ts';
import { findNames, findPlayers, lowerRegistration } from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';
import { withRetries } from './with-retries.ts';

export function playerStore(database: Database): PlayerStore & { drain(): Promise<unknown> } {
  const { executor, admission } = database;

  const finds = createStatementBatcher<string, Found>({
    monitor: admission.monitor('find-players'),
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    async run(names) {
      const found = await lookUp(executor, distinct(names));
      return names.map((name) => found.get(name));
    },
  });

  const idFinds = createStatementBatcher<readonly string[], readonly (number | undefined)[]>({
    monitor: admission.monitor('find-ids'),
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: READ_BATCH_MAX_CALLS,
    async run(calls) {
      const rows = await executor.run(findPlayers, { names: distinct(calls.flat()) });
      const found = new KeyMap<number>();
      for (const row of rows) found.set(row.playerId, row.sequentialId);
      return calls.map((names) => names.map((name) => found.get(name)));
    },
  });

  const nameFinds = createStatementBatcher<readonly number[], ReadonlyMap<number, string>>({
    monitor: admission.monitor('find-names'),
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: READ_BATCH_MAX_CALLS,
    async run(calls) {
      const rows = await executor.run(findNames, { ids: [...new Set(calls.flat())] });
      const names = new Map(rows.map((row) => [row.sequentialId, row.playerId]));
      return calls.map(() => names);
    },
  });

  const registrations = registrationBatcher(database);
  const facts = playerFacts(database);
  const erasures = playerErasure(database);
  const register: PlayerStore['register'] = (playerId, { revive = false, audited } = {}) =>
    registrations.add({ playerId, revive, audited });
  return {
    find: finds.add,
    findToAct: finds.add,
    findOrRegister: async (playerId) => (await finds.add(playerId)) ?? register(playerId),
    listSequentialIds: idFinds.add,
    listNames: nameFinds.add,
    ...facts.store,
    register,
    lowerRegistration: (playerId, sequentialId, registeredAt) =>
      withRetries(async () => {
        await executor.run(lowerRegistration, { playerId, sequentialId, registeredAt });
      }, true),
    erase: erasures.erase,
    drain: () =>
      Promise.all([finds, idFinds, nameFinds, registrations, erasures, facts].map((part) => part.drain())),
  };
}
