// The judgement of the clock in SQLite, and the time by which old rows are deleted.
import type { Database } from 'bun:sqlite';
import { type ClockRecord, certainTime, judgeClock } from '../../lib/clock-skew.ts';
import type { ClockStore } from '../ports/clock.ts';
import { datedColumns } from '../shared/clock.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
import type { Writer } from './writer.ts';

export const findClockRecord =
  'SELECT certain_at AS certainAt, doubted_at AS doubtedAt, waited FROM clock_state WHERE id = 1';

export function clockStore(db: Database, writer: Writer): ClockStore {
  const find = db.query<ClockRecord, []>(findClockRecord);
  const findNewest = db.query<{ newest: number | null }, []>(
    `SELECT max(newest) AS newest FROM (${datedColumns
      .map(([table, column]) => `SELECT max(${column}) AS newest FROM ${table}`)
      .join(' UNION ALL ')})`,
  );
  const put = db.query<object, [number, number | null, number]>(
    `INSERT INTO clock_state (id, certain_at, doubted_at, waited) VALUES (1, ?1, ?2, ?3)
     ON CONFLICT DO UPDATE SET certain_at = ?1, doubted_at = ?2, waited = ?3`,
  );
  return {
    judge: (ran) =>
      writer.write((now) => {
        const known = find.get() ?? {
          certainAt: findNewest.get()?.newest ?? now,
          doubtedAt: null,
          waited: 0,
        };
        const judged = judgeClock(known, now, ran);
        put.run(judged.certainAt, judged.doubtedAt, judged.waited);
        return judged;
      }, backgroundJobs),
  };
}

/** @returns a function of the present time, within the writer's transaction: the time by which old rows are deleted */
export function certainTimeOn(db: Database): (now: number) => number {
  const find = db.query<ClockRecord, []>(findClockRecord);
  return (now) => certainTime(find.get()?.certainAt, now);
}
