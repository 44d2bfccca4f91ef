// The distribution of the tables with Citus, their rows included, in one transaction: a process that is killed at any moment leaves
// a database that is distributed or is not. The local rows stay behind on the coordinator, and are deleted afterwards.
import { SQL } from 'bun';
import type { Log } from '../../../lib/log.ts';
import { StoreUnusable } from '../../ports/errors.ts';
import { queriesOf } from '../executor.ts';
import {
  type DistributedTable,
  distributedTables,
  listLocalRests,
  listLocalTables,
  listUnloggedTables,
  listWronglyDistributed,
} from './tables.ts';

/** The shards of each table on a worker, unless a number is given. Each is one more statement for the calls of a moment. */
const shardsPerWorker = 2;

/** How long other connections may keep a table locked. The service answers 503 meanwhile. */
const lockWaitSeconds = 15;

/** A connection that does not end within this time belongs to a server that hangs. */
const endMilliseconds = 10_000;

const lockNotAvailable = '55P03';

export interface DistributeOptions {
  /** The number of shards of each table; undefined for two on each worker. */
  readonly shards?: number | undefined;
  /** Gets the name of each table when its turn comes. */
  readonly report?: (name: string) => void;
}

/**
 * Distributes the tables that are local, and deletes what stays of their rows on the coordinator.
 * @param lock takes the lock of migrations for a transaction
 * @returns the names of the tables that were distributed now.
 * @throws StoreUnusable when the database has no Citus, or another connection uses a table
 */
export async function distribute(
  sql: SQL,
  options: DistributeOptions & { readonly log: Log; readonly lock: (sql: SQL) => Promise<void> },
): Promise<readonly string[]> {
  const [extension] = await sql.unsafe("SELECT FROM pg_extension WHERE extname = 'citus'");
  if (!extension) {
    throw new StoreUnusable(
      'the extension citus is not in this database; CREATE EXTENSION citus, and add its workers, first',
    );
  }
  const distributed = (await sql.begin(async (transaction) => {
    await options.lock(transaction);
    await liftTimeouts(transaction);
    const local = await listLocalTables(queriesOf(transaction));
    if (local.some(({ name }) => name === 'metadata')) await holdOffProcesses(transaction);
    return distributeTables(transaction, local, options);
  })) as readonly string[];
  await deleteLocalRests(sql, options.log);
  return distributed;
}

/** The role may have time-outs, and so on the workers. A copy takes longer. */
async function liftTimeouts(transaction: SQL): Promise<void> {
  await transaction.unsafe("SET LOCAL citus.propagate_set_commands = 'local'");
  for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await transaction.unsafe(`SET LOCAL ${name} = 0`);
}

/**
 * Distributes tables within a transaction, makes all logged, and brings back those that are local by now. A large table takes about as
 * long as its copy.
 */
export async function distributeTables(
  transaction: SQL,
  local: readonly DistributedTable[],
  { shards, report }: DistributeOptions = {},
): Promise<readonly string[]> {
  for (const name of await listUnloggedTables(queriesOf(transaction)))
    await transaction.unsafe(`ALTER TABLE ${name} SET LOGGED`);
  for (const name of await listWronglyDistributed(queriesOf(transaction)))
    await transaction.unsafe(`SELECT undistribute_table('${name}')`);
  if (local.length === 0) return [];
  const count = shards ?? (await defaultShards(transaction));
  for (const { name, column, with: partner } of local) {
    report?.(name);
    const shardCount = partner === 'none' ? `, shard_count => ${count}` : '';
    await transaction.unsafe(
      `SELECT create_distributed_table('${name}', '${column}', colocate_with => '${partner}'${shardCount})`,
    );
  }
  return local.map(({ name }) => name);
}

async function defaultShards(sql: SQL): Promise<number> {
  const [row] = await sql.unsafe(
    `SELECT count(*)::int AS workers FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards`,
  );
  return shardsPerWorker * Math.max(1, row.workers);
}

/**
 * Ends the connections of all processes of the service, and lets no new one run a statement before the end of the transaction. They
 * wait at the lock of `playkeep_schema` (admit-connection.ts), which is taken first.
 */
async function holdOffProcesses(transaction: SQL): Promise<void> {
  // The server notices that this process was killed, and rolls back, also in the middle of a copy.
  await transaction.unsafe("SET LOCAL client_connection_check_interval = '1s'");
  await transaction.unsafe(`SET LOCAL lock_timeout = '${lockWaitSeconds}s'`);
  await lockTables(transaction, 'playkeep_schema');
  await endConnections(transaction);
  await lockTables(transaction, distributedTables.map(({ name }) => name).join(', '));
  await transaction.unsafe('SET LOCAL lock_timeout = 0');
}

async function endConnections(transaction: SQL): Promise<void> {
  const ofService = `datname = current_database() AND application_name = 'playkeep' AND pid <> pg_backend_pid()`;
  const found: { pid: number; since: string; ended: boolean }[] = await transaction.unsafe(
    `SELECT pid, backend_start::text AS since, pg_terminate_backend(pid, ${endMilliseconds}) AS ended
     FROM pg_stat_activity WHERE ${ofService}`,
  );
  const left = found.filter((row) => !row.ended);
  if (left.length === 0) return;
  // Some may have ended by themselves before. A transaction sees the connections of its first look until it clears them.
  await transaction.unsafe('SELECT pg_stat_clear_snapshot()');
  const there: { since: string }[] = await transaction.unsafe(
    `SELECT backend_start::text AS since FROM pg_stat_activity WHERE ${ofService}`,
  );
  const stuck = left.find(({ since }) => there.some((row) => row.since === since));
  if (stuck) throw new StoreUnusable(`the connection of process ${stuck.pid} of PostgreSQL does not end`);
}

async function lockTables(transaction: SQL, names: string): Promise<void> {
  try {
    await transaction.unsafe(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
  } catch (error) {
    if (!isLockWait(error)) throw error;
    throw new StoreUnusable(
      `another connection kept a table locked for ${lockWaitSeconds} seconds, for instance that of an export; nothing was changed`,
    );
  }
}

/** Deletes the rows from before a distribution on the disk of the coordinator. Where a table is in use, they stay for the next time. */
export async function deleteLocalRests(sql: SQL, log: Log | undefined): Promise<void> {
  const rests = await listLocalRests(queriesOf(sql));
  for (const { name } of rests) {
    try {
      await sql.begin(async (transaction) => {
        await transaction.unsafe("SET LOCAL lock_timeout = '2s'");
        await transaction.unsafe(`SELECT truncate_local_data_after_distributing_table('${name}')`);
      });
    } catch (error) {
      if (!isLockWait(error)) throw error;
      log?.warn(`${name} is in use; its rows from before the distribution stay until the next migration`);
    }
  }
}

const isLockWait = (error: unknown): boolean =>
  error instanceof SQL.PostgresError && error.errno === lockNotAvailable;
