// Reads as of one moment on Citus, as far as there is one: each worker has a snapshot of its own, and so the rows of one player are
// as of one moment. The snapshots are taken one after the other, within milliseconds.
import type { Queries } from '../executor.ts';
import { beginSnapshot } from '../sql/statements.ts';
import { type Variant, variantOf } from './executor.ts';

/** With one connection to each worker a transaction has one snapshot of it. */
export const onePoolConnection = { 'citus.max_adaptive_executor_pool_size': 1 };

/** A statement on every shard: each worker takes its snapshot. */
const takeSnapshots = 'SELECT max(sequential_id) FROM metadata';

async function beginOnAllWorkers(queries: Queries): Promise<readonly []> {
  await queries.run(beginSnapshot, {});
  for (const [name, value] of Object.entries(onePoolConnection))
    await queries.query(`SET LOCAL ${name} = ${value}`);
  await queries.query(takeSnapshots);
  return [];
}

export const snapshotVariants: readonly Variant[] = [variantOf(beginSnapshot, [], [], beginOnAllWorkers)];
