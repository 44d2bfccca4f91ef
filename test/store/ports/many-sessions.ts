// Many sessions at once, written into the tables themselves.
import { Database } from 'bun:sqlite';
import { SQL } from 'bun';
import type { TestStore } from '../../harness/store.ts';

/** Gives sessions to so many sequential ids from `first` on, which have no other data. */
export async function startMany(
  { environment }: Pick<TestStore, 'environment'>,
  { first, count, startedAt }: { readonly first: number; readonly count: number; readonly startedAt: number },
): Promise<void> {
  const url = environment.DATABASE_URL ?? '';
  const columns = 'INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity)';
  if (url.startsWith('sqlite:')) {
    const db = new Database(url.slice('sqlite:'.length));
    db.run(`${columns} WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${count})
      SELECT n + ${first - 1}, printf('00000000-0000-7000-8000-%012x', n), ${startedAt}, ${startedAt} FROM s`);
    db.close();
    return;
  }
  const sql = new SQL(url, { max: 1 });
  await sql.unsafe(`${columns} SELECT n + ${first - 1}, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    ${startedAt}, ${startedAt} FROM generate_series(1, ${count}) AS n`);
  await sql.close();
}
