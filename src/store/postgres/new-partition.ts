// A new partition of the history. The rows of its month may be in `ended_sessions_other`, and PostgreSQL demands that they are
// moved before.
import type { Queries } from './executor.ts';

/** A month's partition: the times from `start` up to and without `end`. */
export interface Partition {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export async function createPartition(queries: Queries, partition: Partition): Promise<void> {
  const { name } = partition;
  await queries.query(`CREATE TABLE ${name} (LIKE ended_sessions INCLUDING ALL)`);
  await attachPartition(queries, partition);
}

/** Moves the rows of its month into a new table of the same columns, and makes it a partition. */
export async function attachPartition(queries: Queries, { name, start, end }: Partition): Promise<void> {
  await queries.query(
    `WITH moved AS (DELETE FROM ended_sessions_other WHERE ended_at >= $1::bigint AND ended_at < $2::bigint RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
    [start, end],
  );
  await queries.query(
    `ALTER TABLE ended_sessions ATTACH PARTITION ${name} FOR VALUES FROM (${start}) TO (${end})`,
  );
}
