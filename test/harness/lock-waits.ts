// The statements that wait for a lock in a test's database. Other databases of the server, which tests beside this one use, do not count.
import type { SQL } from 'bun';
import { until } from './until.ts';

/** The process ids of the server's processes that wait for a lock in the database of a connection. */
export async function lockWaits(sql: Pick<SQL, 'unsafe'>): Promise<number[]> {
  // Within a transaction the view is otherwise that of the first look.
  await sql.unsafe('SELECT pg_stat_clear_snapshot()');
  const rows: { pid: number }[] = await sql.unsafe(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.map(({ pid }) => pid);
}

/**
 * Waits until a statement waits for a lock, or a call of a batch waits apart for one: its statement waits for a moment, and then the
 * store looks again and again whether the row is free (find-locked.sql).
 */
export async function untilLockWait(sql: Pick<SQL, 'unsafe'>): Promise<void> {
  const [{ since }] = await sql.unsafe('SELECT clock_timestamp()::text AS since');
  const looksSince = async (): Promise<boolean> =>
    (
      await sql.unsafe(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE 'WITH free AS%' AND query_start > $1::timestamptz`,
        [since],
      )
    ).length > 0;
  await until(async () => (await lockWaits(sql)).length > 0 || (await looksSince()));
}
