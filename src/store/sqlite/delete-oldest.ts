// Deletion of old rows in SQLite, in small steps, each a write of its own: `secure_delete` overwrites the bytes of a deleted
// row, and no write of a player may wait for long.
import type { Database } from 'bun:sqlite';
import { systemClock } from '../../lib/clock.ts';
import { SQLITE_STEP_MAX_BYTES, SQLITE_STEP_ROWS } from '../../tuning.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
import type { Writer } from './writer.ts';

/**
 * Prepares one step: it deletes the oldest rows before a time, bounded in rows and bytes of `content`, and answers their
 * number.
 */
export function prepareDeleteOldest(
  db: Database,
  table: string,
  time: string,
  content: string,
): (before: number) => number {
  const statement = db.query<object, [number, number, number]>(
    `DELETE FROM ${table} WHERE rowid IN (
       SELECT rowid FROM (
         SELECT rowid, row_number() OVER oldest AS rank, sum(length) OVER oldest AS bytes
         FROM (SELECT rowid, ${time}, octet_length(${content}) AS length FROM ${table} WHERE ${time} < ?1 ORDER BY ${time} LIMIT ?2)
         WINDOW oldest AS (ORDER BY ${time}, rowid))
       WHERE bytes <= ?3 OR rank = 1)`,
  );
  return (before) => statement.run(before, SQLITE_STEP_ROWS, SQLITE_STEP_MAX_BYTES).changes;
}

/** Repeats a step until it deletes nothing. An abort ends it after a step. */
export async function deleteInSteps(
  writer: Writer,
  signal: AbortSignal,
  step: (now: number) => number,
): Promise<void> {
  while (!signal.aborted && (await writer.write(step, backgroundJobs)) > 0)
    await systemClock.sleep(0, signal);
}
