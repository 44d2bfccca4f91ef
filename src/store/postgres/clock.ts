// The judgement of the clock in PostgreSQL. Its own clock is judged, by which its times are written.
import { type ClockRecord, judgeClock } from '../../lib/clock-skew.ts';
import type { ClockStore } from '../ports/clock.ts';
import { datedColumns } from '../shared/clock.ts';
import { lockKeys } from './advisory-locks.ts';
import { type Database, readClock } from './database.ts';
import type { Queries } from './executor.ts';
import { findClockRecord, lockAdvisory, putClockRecord } from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

export function clockStore({ executor, now }: Database): ClockStore {
  async function judge(queries: Queries, ran: number): Promise<ClockRecord> {
    await queries.run(lockAdvisory, { key: lockKeys.clock });
    const time = await readClock(queries, now);
    const [found] = await queries.run(findClockRecord, {});
    const known = found ?? {
      certainAt: (await findNewest(queries)) ?? time,
      doubtedAt: null,
      waited: 0,
    };
    const judged = judgeClock(known, time, ran);
    await queries.run(putClockRecord, judged);
    return judged;
  }
  return {
    // After an unknown outcome it may run again: the time since then counts once.
    judge: (ran) => withRetries(() => executor.transactionOfOthers((queries) => judge(queries, ran)), true),
  };
}

/** One column after the other, since Citus has them on its workers. */
async function findNewest(queries: Queries): Promise<number | undefined> {
  const times: number[] = [];
  for (const [table, column] of datedColumns) {
    const [row] = await queries.query<{ newest: number | null }>(
      `SELECT max(${column})::float8 AS newest FROM ${table}`,
    );
    if (typeof row?.newest === 'number') times.push(row.newest);
  }
  return times.length > 0 ? Math.max(...times) : undefined;
}
