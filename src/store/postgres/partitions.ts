// The partitions of the history, one for each calendar month (UTC): made ahead of time, dropped as a whole when too old. Rows
// of other months are in `ended_sessions_other`.
import { historyStart, monthStart } from '../shared/history-months.ts';
import { lockKeys } from './advisory-locks.ts';
import { createDistributedPartition } from './citus/partitions.ts';
import { type Database, readCertainTime, readClock } from './database.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import { inTransaction, type Queries } from './executor.ts';
import { createPartition, type Partition } from './new-partition.ts';
import { noteLastSeen } from './note-last-seen.ts';
import {
  announceDrop as announceDropBefore,
  findAnnouncedDrop,
  listPartitions as listPartitionNames,
  tryLock,
} from './sql/statements.ts';

const monthsAhead = 2;

const nameOf = (month: number): string =>
  `ended_sessions_${new Date(month).toISOString().slice(0, 7).replace('-', '_')}`;

export function deleteOldHistory(
  { executor, now, cluster }: Database,
  days: number,
  signal: AbortSignal,
): Promise<void> {
  return executor.background(signal, async (queries) => {
    const time = await readClock(queries, now);
    const start = historyStart(await readCertainTime(queries, now), days);
    const coming = Array.from({ length: monthsAhead + 1 }, (_, ahead) => monthStart(time, ahead));
    const mayDrop = await announceDrop(queries, start);
    if (mayDrop) {
      await noteLastSeen(queries, start);
      await deleteInSteps(queries, 'ended_sessions_other', 'ended_at', start, 'counted = 1');
    }
    const create = cluster && createDistributedPartition;
    await inTransaction(queries, () =>
      keepPartitions(queries, coming, { oldest: mayDrop ? nameOf(start) : '', create }),
    );
  });
}

/**
 * Notes that sessions may be missing that ended before a time: a rebuild of the statistics keeps the days before it.
 * @returns false while a rebuild is about to read these sessions
 */
async function announceDrop(queries: Queries, start: number): Promise<boolean> {
  await queries.run(announceDropBefore, { before: start });
  const rows = await queries.run(findAnnouncedDrop, { before: start });
  return rows.length > 0;
}

interface PartitionOptions {
  /** The oldest name to keep. */
  readonly oldest?: string;
  /** Makes a partition and moves the rows of its month out of `ended_sessions_other`. */
  readonly create?: ((queries: Queries, partition: Partition) => Promise<void>) | undefined;
}

/** Makes the missing partitions of these months, and drops the old ones. */
export async function keepPartitions(
  queries: Queries,
  months: readonly number[],
  { oldest = '', create = createPartition }: PartitionOptions = {},
): Promise<void> {
  const [row] = await queries.run(tryLock, { key: lockKeys.partitions });
  if (!row?.locked) return;
  const there = await listPartitions(queries);
  const missing = months.filter((month) => !there.has(nameOf(month)));
  const old = [...there].filter((name) => name < oldest);
  if (missing.length === 0 && old.length === 0) return;
  // All statements on the table wait behind this lock, so it must be short. A failure is repeated by the next run.
  await queries.query("SET LOCAL lock_timeout = '1s'");
  await queries.query("SET LOCAL statement_timeout = '5s'");
  // The whole table is locked first, as by other statements, so that no statement holds a partition and waits for the table.
  await queries.query('LOCK TABLE ended_sessions IN ACCESS EXCLUSIVE MODE');
  for (const month of missing)
    await create(queries, { name: nameOf(month), start: month, end: monthStart(month, 1) });
  for (const name of old) await dropIfCounted(queries, name);
}

/** A month stays as long as it has sessions that the statistics have not counted. */
async function dropIfCounted(queries: Queries, name: string): Promise<void> {
  const uncounted = await queries.query(`SELECT 1 FROM ${name} WHERE counted <> 1 LIMIT 1`);
  if (uncounted.length === 0) await queries.query(`DROP TABLE ${name}`);
}

/** The names of the partitions of months. They sort by time. */
async function listPartitions(queries: Queries): Promise<Set<string>> {
  const rows = await queries.run(listPartitionNames, {});
  return new Set(rows.map((row) => row.name));
}
