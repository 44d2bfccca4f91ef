// The problems of a cluster that an operator should know of. The start logs them, and the doctor reports them.
import type { Queries } from '../executor.ts';
import { listLocalRests, listLocalTables, listUnloggedTables, listWronglyDistributed } from './tables.ts';

/** After the death of a worker, an acknowledged write on several shards may be unseen for this time and a moment. */
const longestRecoveryMilliseconds = 5_000;

/** More shards make more and smaller statements of the calls of a moment. */
const mostShardsPerWorker = 4;

const describeCluster = `SELECT
    (SELECT setting::float8 FROM pg_settings WHERE name = 'citus.recover_2pc_interval') AS "recoveryMilliseconds",
    (SELECT count(*)::int FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards) AS workers,
    (SELECT count(*)::int FROM pg_dist_shard WHERE logicalrelid = to_regclass('metadata')) AS shards`;

interface ClusterRow {
  readonly recoveryMilliseconds: number;
  readonly workers: number;
  readonly shards: number;
}

/** A task that fails is tried again without an end, and Citus tells nobody. */
const describeMoves = `SELECT count(*)::int AS tasks, min(message) AS message FROM pg_dist_background_task
  WHERE status IN ('runnable', 'running', 'error') AND (retry_count > 0 OR status = 'error')`;

async function listStuckMoves(queries: Queries): Promise<readonly string[]> {
  const [row] = await queries.query<{ tasks: number; message: string | null }>(describeMoves);
  if (!row || row.tasks === 0) return [];
  const reason = row.message?.replace(/^ERROR: +/, '').split('\n', 1)[0] ?? 'unknown';
  return [
    `${row.tasks} moves of shards fail again and again (${reason}); look at citus_rebalance_status(), mend that, or end them by citus_rebalance_stop()`,
  ];
}

/** @returns a sentence for each problem */
export async function listClusterProblems(queries: Queries): Promise<readonly string[]> {
  const [row] = await queries.query<ClusterRow>(describeCluster);
  const { recoveryMilliseconds, workers, shards } = row ?? { recoveryMilliseconds: 0, workers: 0, shards: 0 };
  const problems: string[] = [];
  if (recoveryMilliseconds < 0 || recoveryMilliseconds > longestRecoveryMilliseconds) {
    const interval = recoveryMilliseconds < 0 ? 'off' : `${recoveryMilliseconds / 1000} s`;
    problems.push(
      `citus.recover_2pc_interval is ${interval}: after the death of a worker some writes may be unseen for that long; 2 s is better`,
    );
  }
  if (shards > mostShardsPerWorker * workers) {
    problems.push(
      `there are ${shards} shards on ${workers} workers: above ${mostShardsPerWorker} on each, batches are small and slow`,
    );
  }
  for (const { name } of await listLocalTables(queries)) {
    problems.push(`the table ${name} is not distributed; run playkeep migrate`);
  }
  for (const name of await listWronglyDistributed(queries)) {
    problems.push(`the table ${name} is distributed, which makes registrations slow; run playkeep migrate`);
  }
  for (const name of await listUnloggedTables(queries)) {
    problems.push(
      `the table ${name} is unlogged, so no shard can move to another worker; run playkeep migrate`,
    );
  }
  problems.push(...(await listStuckMoves(queries)));
  for (const { name, bytes } of await listLocalRests(queries)) {
    problems.push(
      `${bytes} bytes of ${name} from before the distribution are on the coordinator's disk, where erasures do not reach them; ` +
        'run playkeep migrate',
    );
  }
  return problems;
}
