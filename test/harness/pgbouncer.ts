// PgBouncer in transaction mode before the shared PostgreSQL, where that Debian package is installed: each transaction may
// get another connection, and named statements and unknown settings are refused.
import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onServer, type TestEngine, temporaryDirectory } from './engines.ts';
import { createPostgresDatabase, freePort, type TestPostgresDatabase } from './postgres.ts';
import { until } from './until.ts';

const program = Bun.which('pgbouncer', { PATH: `${process.env.PATH}:/usr/sbin` });

/** Undefined where PgBouncer is not installed. */
export const pgbouncer: TestEngine | undefined =
  program === null
    ? undefined
    : onServer('postgres through pgbouncer', false, createPooledDatabase, {
        DATABASE_PREPARED_STATEMENTS: 'false',
      });

async function createPooledDatabase(options?: { readonly migrated: boolean }): Promise<TestPostgresDatabase> {
  const { url, drop } = await createPostgresDatabase(options);
  const pooled = new URL(url);
  pooled.port = String(await port(pooled));
  return { url: pooled.href, drop };
}

/** The port of the PgBouncer of the runner. */
export const pgbouncerPortVariable = 'TEST_PGBOUNCER_PORT';

export interface Pooler {
  readonly port: number;
  stop(): Promise<void>;
}

let shared: Promise<Pooler> | undefined;

async function port(server: URL): Promise<number> {
  const given = process.env[pgbouncerPortVariable];
  if (given !== undefined) return Number(given);
  shared ??= start(server);
  return (await shared).port;
}

/** Ends PgBouncer, if it was started here. Called once, after all tests. */
export async function stopPgbouncer(): Promise<void> {
  const started = shared;
  shared = undefined;
  await (await started)?.stop();
}

/** Starts PgBouncer in front of the server with this URL, where it is installed. @param lines settings that win over its own */
export async function startPgbouncer(server: string, lines?: string): Promise<Pooler | undefined> {
  return program === null ? undefined : start(new URL(server), lines);
}

async function start(server: URL, lines = ''): Promise<Pooler> {
  const { directory, remove } = temporaryDirectory();
  const listenPort = freePort();
  const settings = join(directory, 'pgbouncer.ini');
  const users = join(directory, 'users.txt');
  writeFileSync(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`);
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'pool_mode = transaction',
      'default_pool_size = 3',
      'max_db_connections = 3',
      'server_idle_timeout = 1',
      'auth_type = plain',
      `auth_file = ${users}`,
      lines,
    ].join('\n'),
  );
  // PgBouncer does not run as root, and its user must be able to read these files.
  chmodSync(directory, 0o755);
  for (const file of [settings, users]) chmodSync(file, 0o644);
  const child = spawn(program ?? '', [settings], { ...userOf('postgres'), stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await until(
    async () => child.exitCode !== null || child.signalCode !== null || (await accepts(listenPort)),
  );
  return {
    port: listenPort,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      remove();
    },
  };
}

/** The user as whom root starts a program. A program that changed its user later would outlive its parent. */
function userOf(name: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (which: string) => Number(Bun.spawnSync(['id', which, name]).stdout.toString());
  return { uid: id('-u'), gid: id('-g') };
}

const accepts = (port: number): Promise<boolean> =>
  Bun.connect({ hostname: '127.0.0.1', port, socket: { data: () => undefined } }).then(
    (socket) => {
      socket.end();
      return true;
    },
    () => false,
  );
