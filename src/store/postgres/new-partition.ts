// A new partition. The rows of its time may be in the partition of all other times, such as `ended_sessions_other`, and PostgreSQL
// demands that they are moved before.
import type { Queries } from './executor.ts';

/** A partition: the times from `start` up to and without `end`. */
export interface Partition {
  /** The table, and the column of its times; the history by default. */
  readonly of?: { readonly table: string; readonly column: string };
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const history = { table: 'ended_sessions', column: 'ended_at' };

export async function createPartition(queries: Queries, partition: Partition): Promise<void> {
  const { name, of: { table } = history } = partition;
  await queries.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`);
  await attachPartition(queries, partition);
}

/** Moves the rows of its time into a new table of the same columns, and makes it a partition. */
export async function attachPartition(
  queries: Queries,
  { name, start, end, of: { table, column } = history }: Partition,
): Promise<void> {
  await queries.query(
    `WITH moved AS (DELETE FROM ${table}_other WHERE ${column} >= $1::bigint AND ${column} < $2::bigint RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
    [start, end],
  );
  await queries.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${start}) TO (${end})`);
}
