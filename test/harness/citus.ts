// Databases on the Citus cluster that `TEST_CITUS_URL` names: a database of its coordinator that has the extension and its workers.
// Each test gets a database of its own, cloned on every node from a template whose tables are distributed. Making one from
// nothing would take seconds.
import { SQL } from 'bun';
import { createLog } from '../../src/lib/log.ts';
import { findCluster } from '../../src/store/postgres/citus/cluster.ts';
import { createShards, type Shards } from '../../src/store/postgres/citus/shards.ts';
import { distributedTables } from '../../src/store/postgres/citus/tables.ts';
import { createWorkers } from '../../src/store/postgres/citus/workers.ts';
import type { Queries } from '../../src/store/postgres/executor.ts';
import { migrations } from '../../src/store/postgres/migrations.ts';
import { distributePostgres } from '../../src/store/postgres/open.ts';
import { afterAllTests } from './end-of-tests.ts';
import { runOn, type TestPostgresDatabase } from './postgres.ts';
import { newAdmission } from './store.ts';
import { until } from './until.ts';

/** The URL of the coordinator, without which no test runs on Citus. */
export const citusUrl = process.env.TEST_CITUS_URL;

interface Node {
  readonly isCoordinator: boolean;
  readonly sql: SQL;
  readonly url: (database: string) => string;
}

let nodes: Promise<readonly Node[]> | undefined;

async function reachNodes(): Promise<readonly Node[]> {
  if (citusUrl === undefined) throw new Error('TEST_CITUS_URL names no cluster');
  const database = new URL(citusUrl).pathname.slice(1);
  const coordinator = nodeAt(new URL(citusUrl).host, database, true);
  const workers: { host: string }[] = await coordinator.sql.unsafe(
    "SELECT nodename || ':' || nodeport AS host FROM pg_dist_node WHERE noderole = 'primary' AND groupid <> 0 ORDER BY groupid",
  );
  return [coordinator, ...workers.map(({ host }) => nodeAt(host, database, false))];
}

/** The connection is to a database with the extension, whose hooks end its background workers before a drop. */
function nodeAt(host: string, database: string, isCoordinator: boolean): Node {
  const url = (name: string): string => {
    const at = new URL(citusUrl ?? '');
    at.host = host;
    at.pathname = `/${name}`;
    return String(at);
  };
  return { isCoordinator, url, sql: new SQL(url(database), { max: 1, prepare: false }) };
}

const onAll = (all: readonly Node[], statement: string): Promise<unknown> =>
  Promise.all(all.map(({ sql }) => sql.unsafe(statement)));

/** Any number that nothing else on the cluster uses. */
const templateLock = 7_529_361_099;

/** Makes a template unless there is one. Test processes that start together make it once. */
async function ensureTemplate(all: readonly Node[], name: string, fill: (url: string) => Promise<unknown>) {
  const [coordinator] = all as readonly [Node];
  await coordinator.sql.unsafe('SELECT pg_advisory_lock($1::bigint)', [templateLock]);
  try {
    const [done] = await coordinator.sql.unsafe('SELECT datistemplate FROM pg_database WHERE datname = $1', [
      name,
    ]);
    if (done?.datistemplate) return;
    await onAll(all, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await onAll(all, `CREATE DATABASE ${name}`);
    await addNodes(all, name);
    await fill(coordinator.url(name));
    // A background worker of the extension is connected to each database, and a template may have no connection.
    await onAll(all, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    for (const { sql } of all) await endConnections(sql, name);
    await onAll(all.toReversed(), `ALTER DATABASE ${name} IS_TEMPLATE true`);
  } finally {
    await coordinator.sql.unsafe('SELECT pg_advisory_unlock($1::bigint)', [templateLock]);
  }
}

async function addNodes(all: readonly Node[], name: string): Promise<void> {
  for (const { url } of all) await runOn(url(name), (sql) => sql.unsafe('CREATE EXTENSION citus'));
  const [coordinator, ...workers] = all as [Node, ...Node[]];
  await runOn(coordinator.url(name), async (sql) => {
    const at = (node: Node) => [new URL(node.url(name)).hostname, Number(new URL(node.url(name)).port)];
    await sql.unsafe('SELECT citus_set_coordinator_host($1::text, $2::int)', at(coordinator));
    for (const worker of workers) await sql.unsafe('SELECT citus_add_node($1::text, $2::int)', at(worker));
  });
}

const endConnections = (sql: SQL, name: string): Promise<void> =>
  until(async () => {
    const statement = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
    return (await sql.unsafe(statement, [name])).length === 0;
  });

const bare = 'playkeep_bare';
/** A template for each schema: two trees may share a cluster. */
const filled = `playkeep_${Bun.hash(JSON.stringify([migrations, distributedTables])).toString(36)}`;

const log = createLog({ level: 'silent', production: true });

/** Migrates a database and distributes its tables, as `playkeep migrate --distribute` does. */
export const distributeDatabase = (url: string) =>
  distributePostgres({ url, timeoutMilliseconds: 30_000, caFile: undefined, log }, {});

async function prepare(): Promise<readonly Node[]> {
  const all = await reachNodes();
  afterAllTests(async () => {
    nodes = undefined;
    await Promise.all(drops.splice(0));
    await Promise.all(all.map(({ sql }) => sql.close()));
  });
  await ensureTemplate(all, bare, () => Promise.resolve());
  await ensureTemplate(all, filled, distributeDatabase);
  return all;
}

const drops: Promise<unknown>[] = [];

/** A store that closed while it made a partition may have left a prepared transaction, and no coordinator would recover it. */
async function rollBackPrepared(sql: SQL, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const prepared: { gid: string }[] = await sql.unsafe(
    'SELECT gid FROM pg_prepared_xacts WHERE database = $1::text',
    [name],
  );
  for (const { gid } of prepared) await runOn(url, (own) => own.unsafe(`ROLLBACK PREPARED '${gid}'`));
}

/** Drops a database, the one of the coordinator first: a background worker of it comes back to the others. */
async function dropOn(all: readonly Node[], name: string): Promise<void> {
  for (const { sql, url } of all) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        break;
      } catch (error) {
        if (attempt === 5) throw error;
        await rollBackPrepared(sql, url(name));
      }
    }
  }
}

/** A fresh database on the cluster, by default with distributed tables, else with the extension and the workers alone. */
export async function createCitusDatabase({ migrated } = { migrated: true }): Promise<TestPostgresDatabase> {
  nodes ??= prepare();
  const all = await nodes;
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await onAll(all, `CREATE DATABASE ${name} TEMPLATE ${migrated ? filled : bare} STRATEGY WAL_LOG`);
  const [coordinator] = all as readonly [Node];
  return {
    url: coordinator.url(name),
    async drop() {
      drops.push(dropOn(all, name));
    },
  };
}

/** The shards of a database, as the service computes them. */
export async function shardsOf(queries: Queries): Promise<Shards> {
  const cluster = await findCluster(queries);
  if (!cluster) throw new Error('the tables are not distributed');
  const options = { admission: newAdmission(), poolSize: 1, timeoutMilliseconds: 1, count: 1 };
  return createShards(cluster, createWorkers({ ...options, moment: () => 0 }));
}

/** Cuts one worker off from a database: its connections end, and no new one is accepted. To the coordinator it is gone. */
export async function breakWorker(databaseUrl: string) {
  nodes ??= prepare();
  const [coordinator, worker] = (await nodes) as readonly [Node, Node];
  const name = new URL(databaseUrl).pathname.slice(1);
  const { hostname, port } = new URL(worker.url(name));
  const gone: { id: number }[] = await runOn(coordinator.url(name), (sql) =>
    sql.unsafe(
      'SELECT DISTINCT shardid::float8 AS id FROM citus_shards WHERE nodename = $1::text AND nodeport = $2::int',
      [hostname, Number(port)],
    ),
  );
  const ids = new Set(gone.map((row) => row.id));
  await worker.sql.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await endConnections(worker.sql, name);
  return {
    /** The worker of a shard. */
    nodeOf: (shardId: number) => (ids.has(shardId) ? ('gone' as const) : ('there' as const)),
    /** Lets the coordinator reach the worker again. */
    async restore() {
      await worker.sql.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    },
  };
}
