// PgBouncer in transaction mode before the shared PostgreSQL, where that Debian package is installed: each transaction may
// get another connection, and named statements and unknown settings are refused.
import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patientTimeoutMilliseconds, type TestEngine, temporaryDirectory } from './engines.ts';
import { createPostgresDatabase, freePort } from './postgres.ts';

const program = Bun.which('pgbouncer', { PATH: `${process.env.PATH}:/usr/sbin` });

/** Undefined where PgBouncer is not installed. */
export const pgbouncer: TestEngine | undefined =
  program === null
    ? undefined
    : {
        name: 'postgres through pgbouncer',
        isDistributed: false,
        refusedText: '\u0000',
        async create(options) {
          const { directory, remove } = temporaryDirectory();
          const { url, drop } = await createPostgresDatabase(options);
          const pooled = new URL(url);
          pooled.port = String(await port(program, pooled));
          return {
            directory,
            environment: {
              DATABASE_URL: pooled.href,
              DATABASE_PREPARED_STATEMENTS: 'false',
              DATABASE_POOL_SIZE: '4',
              DATABASE_TIMEOUT_MILLISECONDS: patientTimeoutMilliseconds,
            },
            async remove() {
              await drop();
              remove();
            },
          };
        },
      };

/** The port of the PgBouncer of the runner. */
export const pgbouncerPortVariable = 'TEST_PGBOUNCER_PORT';

export interface Pooler {
  readonly port: number;
  stop(): Promise<void>;
}

let shared: Promise<Pooler> | undefined;

async function port(path: string, server: URL): Promise<number> {
  const given = process.env[pgbouncerPortVariable];
  if (given !== undefined) return Number(given);
  shared ??= start(path, server);
  return (await shared).port;
}

/** Ends PgBouncer, if it was started here. Called once, after all tests. */
export async function stopPgbouncer(): Promise<void> {
  const started = shared;
  shared = undefined;
  await (await started)?.stop();
}

/** Starts PgBouncer in front of the server with this URL, where it is installed. */
export async function startPgbouncer(server: string): Promise<Pooler | undefined> {
  return program === null ? undefined : start(program, new URL(server));
}

async function start(path: string, server: URL): Promise<Pooler> {
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
    ].join('\n'),
  );
  // PgBouncer does not run as root, and its user must be able to read these files.
  chmodSync(directory, 0o755);
  for (const file of [settings, users]) chmodSync(file, 0o644);
  const child = spawn(path, [settings], { ...userOf('postgres'), stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  while (child.exitCode === null && child.signalCode === null && !(await accepts(listenPort)))
    await Bun.sleep(25);
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

async function accepts(listenPort: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: listenPort,
      socket: { data: () => undefined },
    });
    socket.end();
    return true;
  } catch {
    return false;
  }
}
