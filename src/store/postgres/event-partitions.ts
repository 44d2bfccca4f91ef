// The partitions of events and of their places, one for each day (UTC): made ahead of time, dropped as a whole when too old. Rows of
// other days are in `events_other` and `event_runs_other`, and are deleted in steps.
import { PRUNE_STEP_ROWS } from '../../tuning.ts';
import { lockKeys } from './advisory-locks.ts';
import { inTransaction, type Queries } from './executor.ts';
import { createPartition, type Partition } from './new-partition.ts';
import { listEventPartitions, noteEventFloor, tryLock } from './sql/statements.ts';

const dayMilliseconds = 24 * 3_600 * 1_000;
const daysAhead = 3;

/** The tables and the columns of their times. Places go first: without its place an event is in no page. */
const tables = [
  { table: 'event_runs', column: 'stamped_at', keptLonger: 0 },
  { table: 'events', column: 'at', keptLonger: dayMilliseconds },
] as const;
type PartitionedTable = (typeof tables)[number];

const nameOf = (table: string, day: number): string =>
  `${table}_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '_')}`;

export interface OldEvents {
  readonly time: number;
  /** Events from before this time go. */
  readonly start: number;
  /** Partitions are made only while events are told. */
  readonly isTold: boolean;
}

export async function deleteOldEvents(queries: Queries, { time, start, isTold }: OldEvents): Promise<void> {
  // The places of what goes are noted before, so that they are not given again.
  await queries.run(noteEventFloor, { before: start });
  for (const each of tables) {
    const before = start - each.keptLonger;
    await inTransaction(queries, () => keepDays(queries, each, { time, before, isTold }));
    await deleteOthers(queries, each, before);
  }
}

async function keepDays(
  queries: Queries,
  { table, column }: PartitionedTable,
  { time, before, isTold }: { readonly time: number; readonly before: number; readonly isTold: boolean },
): Promise<void> {
  const [row] = await queries.run(tryLock, { key: lockKeys.partitions });
  if (!row?.locked) return;
  const there = new Set((await queries.run(listEventPartitions, {})).map(({ name }) => name));
  const today = Math.floor(time / dayMilliseconds) * dayMilliseconds;
  const coming = Array.from(
    { length: isTold ? daysAhead + 1 : 0 },
    (_, ahead) => today + ahead * dayMilliseconds,
  );
  const missing = coming.filter((day) => !there.has(nameOf(table, day)));
  const oldest = nameOf(table, before);
  const old = [...there].filter(
    (name) => name.length === oldest.length && name.startsWith(`${table}_`) && name < oldest,
  );
  if (missing.length === 0 && old.length === 0) return;
  // All statements on the table wait behind this lock, so it must be short. A failure is repeated by the next run.
  await queries.query("SET LOCAL lock_timeout = '1s'");
  await queries.query("SET LOCAL statement_timeout = '5s'");
  await queries.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  for (const day of missing) await createPartition(queries, partitionOf(table, column, day));
  for (const name of old) await queries.query(`DROP TABLE ${name}`);
}

const partitionOf = (table: PartitionedTable['table'], column: string, day: number): Partition => ({
  of: { table, column },
  name: nameOf(table, day),
  start: day,
  end: day + dayMilliseconds,
});

async function deleteOthers(
  queries: Queries,
  { table, column }: PartitionedTable,
  before: number,
): Promise<void> {
  const other = `${table}_other`;
  for (;;) {
    const deleted = await queries.query(
      `DELETE FROM ${other} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${other} WHERE ${column} < $1::bigint LIMIT $2::int)) RETURNING 1`,
      [before, PRUNE_STEP_ROWS],
    );
    if (deleted.length < PRUNE_STEP_ROWS) return;
  }
}
