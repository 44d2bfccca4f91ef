// The history's partitions, one for each calendar month (UTC): made ahead of time, dropped as a whole when too old. What
// has no partition of its own is in `ended_sessions_other`.
import { historyStart, monthStart } from '../shared/history-months.ts';
import type { Database } from './database.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import { inTransaction, type Queries } from './executor.ts';

const monthsAhead = 2;
/** One process at a time; the others leave it to that one. */
const lock = 7_529_361_042;

const nameOf = (month: number): string =>
  `ended_sessions_${new Date(month).toISOString().slice(0, 7).replace('-', '_')}`;

export function deleteOldHistory(
  { executor, now }: Database,
  days: number,
  signal: AbortSignal,
): Promise<void> {
  return executor.background(signal, async (queries) => {
    const [clock] = await queries.query<{ now: string }>(
      'SELECT coalesce($1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) AS now',
      [now()],
    );
    const time = Number(clock?.now);
    const start = historyStart(time, days);
    const coming = Array.from({ length: monthsAhead + 1 }, (_, ahead) => monthStart(time, ahead));
    await deleteInSteps(queries, 'ended_sessions_other', 'ended_at', start);
    await inTransaction(queries, () => keepPartitions(queries, coming, nameOf(start)));
  });
}

/** Makes the partitions of these months where they are missing, and drops those before the oldest name to keep. */
export async function keepPartitions(
  queries: Queries,
  months: readonly number[],
  oldest = '',
): Promise<void> {
  const [row] = await queries.query<{ mine: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1::bigint) AS mine',
    [lock],
  );
  if (!row?.mine) return;
  const there = await listPartitions(queries);
  const missing = months.filter((month) => !there.has(nameOf(month)));
  const old = [...there].filter((name) => name < oldest);
  if (missing.length === 0 && old.length === 0) return;
  // Everyone waits for this lock and behind it, so neither may last: what fails now is tried again the next time.
  await queries.query("SET LOCAL lock_timeout = '1s'");
  await queries.query("SET LOCAL statement_timeout = '5s'");
  // The whole table first, as everybody else locks it: what waits for a partition meanwhile cannot be in the way.
  await queries.query('LOCK TABLE ended_sessions IN ACCESS EXCLUSIVE MODE');
  for (const month of missing) await createPartition(queries, month);
  for (const name of old) await queries.query(`DROP TABLE ${name}`);
}

/** The names of the months' partitions; they sort by time. */
async function listPartitions(queries: Queries): Promise<Set<string>> {
  const rows = await queries.query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = 'ended_sessions'::regclass AND relname ~ '^ended_sessions_[0-9]{4}_[0-9]{2}$'`,
  );
  return new Set(rows.map((row) => row.name));
}

/** Takes along what the month has in `ended_sessions_other` by now, which could not stay there. */
async function createPartition(queries: Queries, month: number): Promise<void> {
  const name = nameOf(month);
  const end = monthStart(month, 1);
  await queries.query(`CREATE TABLE ${name} (LIKE ended_sessions INCLUDING ALL)`);
  await queries.query(
    `WITH moved AS (DELETE FROM ended_sessions_other WHERE ended_at >= $1::bigint AND ended_at < $2::bigint RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
    [month, end],
  );
  await queries.query(
    `ALTER TABLE ended_sessions ATTACH PARTITION ${name} FOR VALUES FROM (${month}) TO (${end})`,
  );
}
