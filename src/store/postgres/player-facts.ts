// Facts about players in PostgreSQL, in two statements for many calls. The times of registration are found by name, since Citus
// allows no join of `players`, which is distributed by name, with tables that are distributed by sequential id.
import { READ_BATCH_MAX_CALLS } from '../../tuning.ts';
import type { PlayerFacts, PlayerStore } from '../ports/players.ts';
import { toPlayerFacts, toStoredSuspension } from '../shared/player-facts.ts';
import { batchesInFlight, type Database } from './database.ts';
import { describePlayers, findRegistrations, findSuspension } from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';
import { withRetries } from './with-retries.ts';

export function playerFacts({
  executor,
  admission,
  now,
  sessionTimeoutMilliseconds: timeout,
  indexLease,
}: Database): {
  readonly store: Pick<PlayerStore, 'describe' | 'findSuspension'>;
  drain(): Promise<unknown>;
} {
  /** A player who is erased between the two statements is missing. */
  async function describeAll(ids: readonly number[]): Promise<Map<number, PlayerFacts>> {
    const rows = await executor.run(describePlayers, { ids, now: now(), timeout });
    if (rows.length === 0) return new Map();
    const names = rows.map((row) => row.playerId);
    const registrations = await executor.run(findRegistrations, { names });
    const registeredAt = new Map(registrations.map((row) => [row.sequentialId, row.registeredAt]));
    const { factsOf } = await indexLease.current(executor);
    const facts = new Map<number, PlayerFacts>();
    for (const { now, label, ...row } of rows) {
      const at = registeredAt.get(row.sequentialId);
      if (at === undefined) continue;
      facts.set(row.sequentialId, {
        ...toPlayerFacts({ ...row, registeredAt: at }, now),
        ...factsOf?.(label),
      });
    }
    return facts;
  }

  const batcher = createStatementBatcher<readonly number[], readonly PlayerFacts[]>({
    monitor: admission.monitor('describe-players', 'others'),
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: READ_BATCH_MAX_CALLS,
    async run(calls) {
      const facts = await describeAll([...new Set(calls.flat())].sort((a, b) => a - b));
      return calls.map((ids) => ids.map((id) => facts.get(id)).filter((each) => each !== undefined));
    },
  });
  return {
    store: {
      describe: batcher.add,
      findSuspension: (sequentialId) =>
        withRetries(async () => {
          const [row] = await executor.run(findSuspension, { sequentialId });
          return row ? toStoredSuspension(row) : undefined;
        }, true),
    },
    drain: batcher.drain,
  };
}
