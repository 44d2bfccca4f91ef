// Players in PostgreSQL: names ↔ sequential ids, and the digests of erased names. A name has at most one row, so registrations
// and erasures of it wait for each other. A registration looks for an erasure again once it holds the row, so that it misses no
// erasure.
import { distinct, KeyMap, setOf } from '../../lib/key-map.ts';
import { StoreBusy } from '../ports/errors.ts';
import type { PlayerStore } from '../ports/players.ts';
import { bigints, texts, uuids } from './arrays.ts';
import { batchesInFlight, type Database } from './database.ts';
import { digest } from './digest.ts';
import type { Queries } from './executor.ts';
import endSessions from './sql/end-sessions.sql' with { type: 'text' };
import findErased from './sql/find-erased.sql' with { type: 'text' };
import findPlayers from './sql/find-players.sql' with { type: 'text' };
import insertPlayers from './sql/insert-players.sql' with { type: 'text' };
import { createStatementBatcher } from './statement-batcher.ts';

type Found = number | 'erased' | undefined;

const deleteErased = 'DELETE FROM erased_players WHERE player_digest = ANY ($1::text[])';
const deletePlayers =
  'DELETE FROM players WHERE player_id = ANY ($1::text[]) RETURNING sequential_id::float8 AS "sequentialId"';
const deleteMetadata = 'DELETE FROM metadata WHERE sequential_id = ANY ($1::bigint[])';
const deleteVersions = 'DELETE FROM metadata_versions WHERE sequential_id = ANY ($1::bigint[])';
const deleteIndexEntries = 'DELETE FROM metadata_index_entries WHERE sequential_id = ANY ($1::bigint[])';
const deleteIdempotencyKeys = 'DELETE FROM idempotency_keys WHERE sequential_id = ANY ($1::bigint[])';
// A context may identify the player. The times of sessions stay, under an id that no player has any more.
const forgetContexts =
  'UPDATE ended_sessions SET context = NULL WHERE sequential_id = ANY ($1::bigint[]) AND context IS NOT NULL';

interface PlayerRow {
  readonly playerId: string;
  readonly sequentialId: number;
}

interface Registration {
  readonly playerId: string;
  readonly revive: boolean;
}

export function playerStore(database: Database): PlayerStore & { drain(): Promise<unknown> } {
  const { executor, admission, now, sessionTimeoutMilliseconds, historyLimit } = database;

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

  const registrations = createStatementBatcher<Registration, number | 'erased'>({
    monitor: admission.monitor('register-players'),
    isRepeatable: false,
    maxInFlight: 1,
    run: (calls) => executor.transaction((queries) => register(queries, calls)),
  });

  async function register(queries: Queries, calls: readonly Registration[]): Promise<(number | 'erased')[]> {
    const names = distinct(calls.map((call) => call.playerId));
    const found = await lookUp(queries, names);
    const revived = calls.filter((call) => call.revive && found.get(call.playerId) === 'erased');
    if (revived.length > 0) {
      for (const { playerId } of revived) found.delete(playerId);
      await queries.query(deleteErased, [texts(revived.map((call) => digest(call.playerId)))]);
    }
    const fresh = names.filter((name) => !found.has(name));
    if (fresh.length > 0) {
      const rows = await queries.query<PlayerRow>(insertPlayers, [texts(fresh), now()]);
      // This look-up sees every commit before the rows were locked.
      for (const [name, state] of await lookUpAgain(queries, fresh, rows)) found.set(name, state);
    }
    return calls.map(({ playerId }) => {
      const state = found.get(playerId);
      if (state === undefined) throw new StoreBusy('contendedPlayer');
      return state;
    });
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

  // One call per batch, since each has a transaction of its own.
  const erasures = createStatementBatcher<string, boolean>({
    monitor: admission.monitor('erase-players'),
    isRepeatable: false,
    maxInFlight: batchesInFlight,
    maxCalls: 1,
    run: (names) =>
      Promise.all(
        names.map(async (name) => {
          const erased = await executor.transaction((queries) => erase(queries, name));
          if (erased !== undefined) historyLimit.ended(erased, 0);
          return erased !== undefined;
        }),
      ),
  });

  /** Erases a player. @returns the sequential id that the player had, if any */
  async function erase(queries: Queries, playerId: string): Promise<number | undefined> {
    const [player] = await queries.query<{ sequentialId: number }>(deletePlayers, [texts([playerId])]);
    if (!player) return undefined;
    const id = bigints([player.sequentialId]);
    // The row is locked before the session ends: a start under way has updated it, and a later start will find it gone.
    await queries.query('SELECT FROM metadata WHERE sequential_id = ANY ($1::bigint[]) FOR UPDATE', [id]);
    await queries.query(endSessions, [
      id,
      texts(['erased']),
      uuids([null]),
      now(),
      sessionTimeoutMilliseconds,
      false,
    ]);
    // These come after the end of the session, by this transaction or by `expire`, so that they see the row in the history.
    for (const statement of [
      ...[forgetContexts, deleteMetadata, deleteIndexEntries, deleteVersions, deleteIdempotencyKeys],
    ])
      await queries.query(statement, [id]);
    await queries.query('DELETE FROM rate_limits WHERE player_digest = $1::text', [digest(playerId)]);
    await queries.query(
      `INSERT INTO erased_players (player_digest, erased_at)
       VALUES ($1::text, coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
       ON CONFLICT (player_digest) DO UPDATE SET erased_at = excluded.erased_at`,
      [digest(playerId), now()],
    );
    return player.sequentialId;
  }

  return {
    find: (playerId) => finds.add(playerId),
    register: (playerId, options) => registrations.add({ playerId, revive: options?.revive ?? false }),
    erase: (playerId) => erasures.add(playerId),
    drain: () => Promise.all([finds.drain(), registrations.drain(), erasures.drain()]),
  };
}
