// Reads as of one moment on Citus, as far as there is one: each worker has a snapshot of its own, and so the rows of one player are
// as of one moment. The snapshots are taken one after the other, within milliseconds.
import type { Queries } from '../executor.ts';
import { beginSnapshot } from '../snapshot.ts';
import type { Translation } from './executor.ts';

/** With one connection to each worker a transaction has one snapshot of it. */
export const oneConnectionPerWorker = 'SET LOCAL citus.max_adaptive_executor_pool_size = 1';

/** A statement on every shard: each worker takes its snapshot. */
const takeSnapshots = 'SELECT max(sequential_id) FROM metadata';

export async function beginOnAllWorkers(queries: Queries): Promise<readonly object[]> {
  await queries.query(beginSnapshot);
  await queries.query(oneConnectionPerWorker);
  return queries.query(takeSnapshots);
}

export const snapshotTranslations: readonly (readonly [string, Translation])[] = [
  [beginSnapshot, beginOnAllWorkers],
];
