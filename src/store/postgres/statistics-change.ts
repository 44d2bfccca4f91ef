// One transaction of the counting in PostgreSQL. It locks the state first, then sessions, which it gives up at once where another
// transaction has them: no request waits for it, and it waits for none.
import { SQL } from 'bun';
import { COUNT_LEASE_MILLISECONDS } from '../../tuning.ts';
import { type StatisticsChange, StatisticsConflict } from '../shared/statistics-database.ts';
import type { Database } from './database.ts';
import { inTransaction, type Queries } from './executor.ts';
import {
  changeStatisticsState,
  deleteActiveDays,
  deleteParts,
  deleteSums,
  deleteSumsFrom,
  insertPart,
  limitLockWait,
  markCounted,
  markUncounted,
  putActiveDays,
  putSums,
} from './sql/statements.ts';

/** The columns of the state that a change leaves as they are. */
const unchanged = {
  ...{ zone: null, asOf: null, published: null, askedAt: null, mergedKey: null, resetPosition: null },
  ...{ floorDay: null, floorUtcDay: null, droppedBefore: null, counted: null, total: null, importing: null },
} as const satisfies Record<keyof StatisticsChange['state'], null>;

const earliest = Number.MIN_SAFE_INTEGER;

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
    await queries.run(limitLockWait, {});
    await applyState(queries, change, now());
    await markSessions(queries, change);
    await storePlayers(queries, change);
    await storeSums(queries, change);
  });
}

async function applyState(queries: Queries, change: StatisticsChange, now: number | null): Promise<void> {
  const { holder, version, state } = change;
  const rows = await queries.run(changeStatisticsState, {
    ...{ holder, version, now, milliseconds: COUNT_LEASE_MILLISECONDS },
    given: Object.keys(state),
    ...unchanged,
    ...state,
  });
  if (rows.length === 0) throw new StatisticsConflict();
}

async function markSessions(queries: Queries, { counted = [], recounts }: StatisticsChange): Promise<void> {
  if (counted.length > 0) {
    const [row] = await queries.run(markCounted, {
      ids: counted.map(({ sequentialId }) => sequentialId),
      endedAts: counted.map(({ endedAt }) => endedAt),
      sessionIds: counted.map(({ sessionId }) => sessionId),
    });
    if (row?.marked !== counted.length) throw new StatisticsConflict();
  }
  if (recounts) await queries.run(markUncounted, recounts);
}

async function storePlayers(queries: Queries, { players = [] }: StatisticsChange): Promise<void> {
  const sorted = [...players].sort(([a], [b]) => a - b);
  const kept = sorted.filter(([, days]) => days !== null);
  const gone = sorted.filter(([, days]) => days === null).map(([sequentialId]) => sequentialId);
  if (kept.length > 0) {
    const ids = kept.map(([sequentialId]) => sequentialId);
    await queries.run(putActiveDays, { ids, days: kept.map(([, days]) => days ?? '') });
  }
  if (gone.length > 0) {
    await queries.run(deleteActiveDays, { ids: gone });
  }
}

async function storeSums(queries: Queries, change: StatisticsChange): Promise<void> {
  const { part, sums = [], deletesParts, deletesFrom } = change;
  if (part !== undefined) {
    await queries.run(insertPart, { sums: part });
  }
  if (deletesParts) await queries.run(deleteParts, {});
  if (deletesFrom) {
    await queries.run(deleteSumsFrom, {
      day: Math.max(deletesFrom.day, earliest),
      utcDay: Math.max(deletesFrom.utcDay, earliest),
    });
  }
  const keysOf = (rows: typeof sums) => ({
    kinds: rows.map(({ kind }) => kind),
    days: rows.map(({ day }) => day),
  });
  if (sums.length > 0) await queries.run(putSums, { ...keysOf(sums), sums: sums.map(({ text }) => text) });
  const empty = sums.filter(({ text }) => text === '');
  if (empty.length > 0) await queries.run(deleteSums, keysOf(empty));
}
