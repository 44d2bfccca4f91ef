// The partitions of the history on Citus: a new one is distributed before it becomes part of the table.
import type { Queries } from '../executor.ts';
import { attachPartition, type Partition } from '../new-partition.ts';

/** Runs within a transaction. */
export async function createDistributedPartition(queries: Queries, partition: Partition): Promise<void> {
  const { name } = partition;
  // One connection to each worker, so that each statement sees those before it.
  await queries.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
  await queries.query(`CREATE TABLE ${name} (LIKE ended_sessions INCLUDING ALL)`);
  await queries.query(
    `SELECT create_distributed_table('${name}', 'sequential_id', colocate_with => 'ended_sessions')`,
  );
  await attachPartition(queries, partition);
}
