// One transaction of the counting in PostgreSQL. It locks the state first, then sessions, which it gives up at once where another
// transaction has them: no request waits for it, and it waits for none.
import { SQL } from 'bun';
import { COUNT_LEASE_MILLISECONDS } from '../../tuning.ts';
import { type StatisticsChange, StatisticsConflict } from '../shared/statistics-database.ts';
import { bigints, texts, uuids } from './arrays.ts';
import type { Database } from './database.ts';
import { inTransaction, type Queries } from './executor.ts';
import markCounted from './sql/mark-counted.sql' with { type: 'text' };
import markUncounted from './sql/mark-uncounted.sql' with { type: 'text' };
import putActiveDays from './sql/put-active-days.sql' with { type: 'text' };
import putSums from './sql/put-sums.sql' with { type: 'text' };

/** The columns of the state and their types, by the names of the port. */
const columns = {
  zone: ['zone', 'text'],
  asOf: ['as_of', 'bigint'],
  published: ['published', 'text'],
  askedAt: ['asked_at', 'bigint'],
  mergedKey: ['merged_key', 'text'],
  resetPosition: ['reset_position', 'bigint'],
  floorDay: ['floor_day', 'bigint'],
  floorUtcDay: ['floor_utc_day', 'bigint'],
  droppedBefore: ['dropped_before', 'bigint'],
  counted: ['counted', 'bigint'],
  total: ['total', 'bigint'],
  importing: ['importing', 'bigint'],
} as const satisfies Record<keyof StatisticsChange['state'], readonly [string, string]>;

const earliest = Number.MIN_SAFE_INTEGER;

export const limitLockWait = "SET LOCAL lock_timeout = '200ms'";

/** A lock was not free in time, a deadlock, a serialization failure, a row on its way to another partition. */
const conflicts = /^(?:55P03|40P01|40001|23514)$/;

/** @throws StatisticsConflict also when a session is locked */
export async function applyChange(
  queries: Queries,
  change: StatisticsChange,
  now: Database['now'],
): Promise<void> {
  try {
    await apply(queries, change, now);
  } catch (error) {
    if (error instanceof SQL.PostgresError && conflicts.test(error.errno ?? ''))
      throw new StatisticsConflict();
    throw error;
  }
}

function apply(queries: Queries, change: StatisticsChange, now: Database['now']): Promise<void> {
  return inTransaction(queries, async () => {
    await queries.query(limitLockWait);
    await applyState(queries, change, now());
    await markSessions(queries, change);
    await storePlayers(queries, change);
    await storeSums(queries, change);
  });
}

async function applyState(queries: Queries, change: StatisticsChange, now: number | null): Promise<void> {
  const { holder, version, state } = change;
  const entries = Object.entries(state) as [keyof typeof columns, unknown][];
  const sets = entries.map(([name], index) => {
    const [column, type] = columns[name];
    return `, ${column} = $${index + 5}::${type}`;
  });
  const clock = 'coalesce($1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)';
  const rows = await queries.query(
    `UPDATE statistics_state SET version = version + 1, lease_until = ${clock} + $2::bigint${sets.join('')}
     WHERE id = 1 AND version = $3::bigint AND lease_holder = $4::text AND lease_until > ${clock} RETURNING id`,
    [now, COUNT_LEASE_MILLISECONDS, version, holder, ...entries.map(([, value]) => value)],
  );
  if (rows.length === 0) throw new StatisticsConflict();
}

async function markSessions(queries: Queries, { counted = [], recounts }: StatisticsChange): Promise<void> {
  if (counted.length > 0) {
    const [row] = await queries.query<{ marked: number }>(markCounted, [
      bigints(counted.map(({ sequentialId }) => sequentialId)),
      bigints(counted.map(({ endedAt }) => endedAt)),
      uuids(counted.map(({ sessionId }) => sessionId)),
    ]);
    if (row?.marked !== counted.length) throw new StatisticsConflict();
  }
  if (recounts) await queries.query(markUncounted, [recounts.after, recounts.upTo]);
}

async function storePlayers(queries: Queries, { players = [] }: StatisticsChange): Promise<void> {
  const sorted = [...players].sort(([a], [b]) => a - b);
  const kept = sorted.filter(([, days]) => days !== null);
  const gone = sorted.filter(([, days]) => days === null).map(([sequentialId]) => sequentialId);
  if (kept.length > 0) {
    const ids = bigints(kept.map(([sequentialId]) => sequentialId));
    await queries.query(putActiveDays, [ids, texts(kept.map(([, days]) => days))]);
  }
  if (gone.length > 0) {
    await queries.query('DELETE FROM statistics_players WHERE sequential_id = ANY ($1::bigint[])', [
      bigints(gone),
    ]);
  }
}

async function storeSums(queries: Queries, change: StatisticsChange): Promise<void> {
  const { part, sums = [], deletesParts, deletesFrom } = change;
  if (part !== undefined) {
    await queries.query('INSERT INTO statistics_parts (sums) VALUES ($1::text)', [part]);
  }
  if (deletesParts) await queries.query('DELETE FROM statistics_parts');
  if (deletesFrom) {
    await queries.query(
      `DELETE FROM statistics_days WHERE day >= CASE WHEN kind = 'online' THEN $2::bigint ELSE $1::bigint END`,
      [Math.max(deletesFrom.day, earliest), Math.max(deletesFrom.utcDay, earliest)],
    );
  }
  const keysOf = (rows: typeof sums) =>
    [texts(rows.map(({ kind }) => kind)), bigints(rows.map(({ day }) => day))] as const;
  if (sums.length > 0) await queries.query(putSums, [...keysOf(sums), texts(sums.map(({ text }) => text))]);
  const empty = sums.filter(({ text }) => text === '');
  if (empty.length > 0) {
    await queries.query(
      `DELETE FROM statistics_days USING unnest($1::text[], $2::bigint[]) AS input (kind, day)
       WHERE statistics_days.kind = input.kind AND statistics_days.day = input.day`,
      [...keysOf(empty)],
    );
  }
}
