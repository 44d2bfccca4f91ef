// Players in PostgreSQL: names ↔ sequential ids, and the digests of erased names. Registration and erasure of one name
// exclude each other by an advisory lock, so that a registration under way cannot overlook an erasure.
import { createHash } from 'node:crypto';
import type { PlayerStore } from '../store.ts';
import { bigints, texts } from './arrays.ts';
import { type Database, lanesInFlight } from './database.ts';
import { createLane } from './lane.ts';
import type { Queries } from './pool.ts';
import endSessions from './sql/end-sessions.sql' with { type: 'text' };
import findErased from './sql/find-erased.sql' with { type: 'text' };
import findPlayers from './sql/find-players.sql' with { type: 'text' };
import insertPlayers from './sql/insert-players.sql' with { type: 'text' };

type Found = number | 'erased' | undefined;

const digest = (playerId: string): string => createHash('sha256').update(playerId, 'utf8').digest('hex');

const lockNames =
  'SELECT pg_advisory_xact_lock(key) FROM (SELECT hashtextextended(name, 0) AS key FROM unnest($1::text[]) AS name ORDER BY 1) AS keys';

interface PlayerRow {
  readonly playerId: string;
  readonly sequentialId: string;
}

interface Registration {
  readonly playerId: string;
  readonly revive: boolean;
}

export function playerStore(database: Database): PlayerStore & { drain(): Promise<unknown> } {
  const { pool, now, sessionTimeoutMilliseconds } = database;

  /** What is known of each name; a name that is not in the map is unknown. */
  async function lookUp(queries: Queries, names: readonly string[]): Promise<Map<string, Found>> {
    const rows = await queries.query<PlayerRow>(findPlayers, [texts(names)]);
    const found = new Map<string, Found>(rows.map((row) => [row.playerId, Number(row.sequentialId)]));
    const others = names.filter((name) => !found.has(name));
    if (others.length === 0) return found;
    const digests = others.map(digest);
    const erased = await queries.query<{ digest: string }>(findErased, [texts(digests)]);
    const gone = new Set(erased.map((row) => row.digest));
    for (const [index, name] of others.entries())
      if (gone.has(digests[index] ?? '')) found.set(name, 'erased');
    return found;
  }

  const finds = createLane<string, Found>({
    repeatable: true,
    maxInFlight: lanesInFlight,
    async run(names) {
      const found = await lookUp(pool, [...new Set(names)]);
      return names.map((name) => found.get(name));
    },
  });

  const registrations = createLane<Registration, number | 'erased'>({
    repeatable: false,
    maxInFlight: 1,
    run: (calls) =>
      pool.transaction(async (queries) => {
        const names = [...new Set(calls.map((call) => call.playerId))];
        await queries.query(lockNames, [texts(names)]);
        const found = await lookUp(queries, names);
        const revived = calls.filter((call) => call.revive && found.get(call.playerId) === 'erased');
        for (const { playerId } of revived) found.delete(playerId);
        const fresh = names.filter((name) => !found.has(name));
        if (revived.length > 0) {
          await queries.query('DELETE FROM erased_players WHERE player_digest = ANY ($1::text[])', [
            texts(revived.map((call) => digest(call.playerId))),
          ]);
        }
        if (fresh.length > 0) {
          const rows = await queries.query<PlayerRow>(insertPlayers, [texts(fresh), now()]);
          for (const row of rows) found.set(row.playerId, Number(row.sequentialId));
        }
        return calls.map(({ playerId }) => {
          const id = found.get(playerId);
          if (id === undefined) throw new Error('a player was neither found nor registered under the lock');
          return id;
        });
      }),
  });

  const erasures = createLane<string, boolean>({
    repeatable: false,
    maxInFlight: 1,
    run: (names) => Promise.all(names.map(erase)),
  });

  function erase(playerId: string): Promise<boolean> {
    return pool.transaction(async (queries) => {
      await queries.query(lockNames, [texts([playerId])]);
      const id = (await lookUp(queries, [playerId])).get(playerId);
      if (typeof id !== 'number') return false;
      // Locked first: a start that is under way refers to this row, and a later one will find it gone.
      await queries.query('SELECT FROM metadata WHERE sequential_id = $1::bigint FOR UPDATE', [id]);
      await queries.query(endSessions, [
        bigints([id]),
        texts(['erased']),
        now(),
        sessionTimeoutMilliseconds,
        false,
      ]);
      await queries.query('DELETE FROM metadata WHERE sequential_id = $1::bigint', [id]);
      await queries.query('DELETE FROM players WHERE player_id = $1::text', [playerId]);
      await queries.query(
        `INSERT INTO erased_players (player_digest, erased_at)
         VALUES ($1::text, coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
         ON CONFLICT DO NOTHING`,
        [digest(playerId), now()],
      );
      return true;
    });
  }

  return {
    find: (playerId) => finds.add(playerId),
    insert: (playerId, options) => registrations.add({ playerId, revive: options?.revive ?? false }),
    delete: (playerId) => erasures.add(playerId),
    drain: () => Promise.all([finds.drain(), registrations.drain(), erasures.drain()]),
  };
}
