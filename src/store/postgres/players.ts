// Players in PostgreSQL: names ↔ sequential ids, and the registration. A name has at most one row, so registrations and erasures of
// it wait for each other. A registration looks for an erasure again once it holds the row, so that it misses no erasure.
import { distinct, KeyMap, setOf } from '../../lib/key-map.ts';
import { READ_BATCH_MAX_CALLS } from '../../tuning.ts';
import type { AuditedAs } from '../ports/audit.ts';
import { StoreBusy } from '../ports/errors.ts';
import type { PlayerStore } from '../ports/players.ts';
import { toAuditRow } from '../shared/audit.ts';
import { bigints, texts } from './arrays.ts';
import { insertAuditRows } from './audit.ts';
import { batchesInFlight, type Database } from './database.ts';
import { digest } from './digest.ts';
import { playerErasure } from './erase-player.ts';
import type { Queries } from './executor.ts';
import { playerFacts } from './player-facts.ts';
import findErased from './sql/find-erased.sql' with { type: 'text' };
import findNames from './sql/find-names.sql' with { type: 'text' };
import findPlayers from './sql/find-players.sql' with { type: 'text' };
import insertPlayers from './sql/insert-players.sql' with { type: 'text' };
import { createStatementBatcher } from './statement-batcher.ts';

type Found = number | 'erased' | undefined;

const deleteErased = 'DELETE FROM erased_players WHERE player_digest = ANY ($1::text[])';
const deletePlayers =
  'DELETE FROM players WHERE player_id = ANY ($1::text[]) RETURNING sequential_id::float8 AS "sequentialId"';
const deleteMetadata = 'DELETE FROM metadata WHERE sequential_id = ANY ($1::bigint[])';

interface PlayerRow {
  readonly playerId: string;
  readonly sequentialId: number;
}

interface Registration {
  readonly playerId: string;
  readonly revive: boolean;
  readonly audited: AuditedAs | undefined;
}

export function playerStore(database: Database): PlayerStore & { drain(): Promise<unknown> } {
  const { executor, admission, now } = database;

  /** Looks names up. A name that is missing in the map is unknown. */
  async function lookUp(queries: Queries, names: readonly string[]): Promise<KeyMap<Found>> {
    const rows = await queries.query<PlayerRow>(findPlayers, [texts(names)]);
    const found = new KeyMap<Found>();
    for (const row of rows) found.set(row.playerId, row.sequentialId);
    const others = names.filter((name) => !found.has(name));
    if (others.length === 0) return found;
    for (const name of await findErasedNames(queries, others)) found.set(name, 'erased');
    return found;
  }

  async function findErasedNames(queries: Queries, names: readonly string[]): Promise<readonly string[]> {
    const digests = names.map(digest);
    const rows = await queries.query<{ digest: string }>(findErased, [texts(digests)]);
    const erased = new Set(rows.map((row) => row.digest));
    return names.filter((_, index) => erased.has(digests[index] ?? ''));
  }

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
      const rows = await executor.query<PlayerRow>(findPlayers, [texts(distinct(calls.flat()))]);
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
      const rows = await executor.query<PlayerRow>(findNames, [bigints([...new Set(calls.flat())])]);
      const names = new Map(rows.map((row) => [row.sequentialId, row.playerId]));
      return calls.map(() => names);
    },
  });

  const registrations = createStatementBatcher<Registration, number | 'erased'>({
    monitor: admission.monitor('register-players'),
    isRepeatable: false,
    maxInFlight: 1,
    run: (calls) => executor.transaction((queries) => register(queries, calls)),
  });

  async function register(queries: Queries, calls: readonly Registration[]): Promise<(number | 'erased')[]> {
    const found = await registerNames(queries, calls);
    // Another process erased these players since the first look-up. Now the digests of their names are there to be deleted.
    const erasedAgain = calls.filter((call) => call.revive && found.get(call.playerId) === 'erased');
    if (erasedAgain.length > 0)
      for (const [name, state] of await registerNames(queries, erasedAgain)) found.set(name, state);
    return calls.map(({ playerId, revive }) => {
      const state = found.get(playerId);
      if (state === undefined || (revive && state === 'erased')) throw new StoreBusy('contendedPlayer');
      return state;
    });
  }

  async function registerNames(queries: Queries, calls: readonly Registration[]): Promise<KeyMap<Found>> {
    const names = distinct(calls.map((call) => call.playerId));
    const found = await lookUp(queries, names);
    const revived = calls.filter((call) => call.revive && found.get(call.playerId) === 'erased');
    if (revived.length > 0) {
      for (const { playerId } of revived) found.delete(playerId);
      await queries.query(deleteErased, [texts(revived.map((call) => digest(call.playerId)))]);
    }
    const fresh = names.filter((name) => !found.has(name));
    if (fresh.length === 0) return found;
    const rows = await queries.query<PlayerRow>(insertPlayers, [texts(fresh), now()]);
    // This look-up sees every commit before the rows were locked.
    const states = await lookUpAgain(queries, fresh, rows);
    for (const [name, state] of states) found.set(name, state);
    await audit(
      queries,
      calls,
      rows.filter((row) => states.get(row.playerId) === row.sequentialId),
    );
    return found;
  }

  /** Inserts an entry for each new player whom an audited call registered. */
  async function audit(
    queries: Queries,
    calls: readonly Registration[],
    registered: readonly PlayerRow[],
  ): Promise<void> {
    const entries = registered.flatMap(({ playerId, sequentialId }) => {
      const audited = calls.find((call) => call.audited && call.playerId === playerId)?.audited;
      return audited ? [toAuditRow(audited, sequentialId)] : [];
    });
    if (entries.length > 0) await insertAuditRows(queries, entries, now());
  }

  /** Looks names up after their registration, and removes the players whose erasure the first look-up missed. */
  async function lookUpAgain(
    queries: Queries,
    names: readonly string[],
    inserted: readonly PlayerRow[],
  ): Promise<KeyMap<Found>> {
    const erased = setOf(await findErasedNames(queries, names));
    const overlooked = inserted.filter((row) => erased.has(row.playerId));
    if (overlooked.length > 0) {
      await queries.query(deletePlayers, [texts(overlooked.map((row) => row.playerId))]);
      await queries.query(deleteMetadata, [bigints(overlooked.map((row) => row.sequentialId))]);
    }
    const there = setOf(inserted.map((row) => row.playerId));
    const others = names.filter((name) => !there.has(name));
    const found = others.length > 0 ? await lookUp(queries, others) : new KeyMap<Found>();
    for (const row of inserted) {
      found.set(row.playerId, erased.has(row.playerId) ? 'erased' : row.sequentialId);
    }
    return found;
  }

  const facts = playerFacts(database);
  const erasures = playerErasure(database);
  return {
    find: (playerId) => finds.add(playerId),
    listSequentialIds: idFinds.add,
    listNames: nameFinds.add,
    ...facts.store,
    register: (playerId, { revive = false, audited } = {}) =>
      registrations.add({ playerId, revive, audited }),
    erase: erasures.erase,
    drain: () =>
      Promise.all([finds, idFinds, nameFinds, registrations, erasures, facts].map((part) => part.drain())),
  };
}
