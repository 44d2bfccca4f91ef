// Two processes of the service on one database. Either can be killed at work and replaced by a new one, and so can their PostgreSQL.
import { type TestEngine, temporaryDirectory } from '../../harness/engines.ts';
import { startPostgres } from '../../harness/postgres.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';
import { testServerKey } from '../../harness/server-keys.ts';
import { until } from '../../harness/until.ts';

export interface Member {
  readonly number: number;
  readonly url: string;
}

export interface Cluster {
  /** The running processes; none while both are being replaced, or their database is away. */
  members(): readonly Member[];
  /** `kill -9`. `heal` starts a new process in its place. */
  kill(count: number): void;
  /** `kill -9` of PostgreSQL with all its processes, which `heal` starts again. It is missing where the server is not the cluster's own. */
  readonly killDatabase?: () => void;
  heal(): Promise<void>;
  stop(): Promise<void>;
}

const size = 2;
/** After a crash the server flushes its folder file by file, unless this setting makes it one flush. */
const quickRestart = process.platform === 'linux' ? ['-c', 'recovery_init_sync_method=syncfs'] : [];

/** A server of PostgreSQL that can be killed, or a database of the engine. */
async function openDatabase(engine: TestEngine, isKilled: boolean) {
  if (!isKilled || engine.name !== 'postgres') return { ...(await engine.create()), server: undefined };
  const { directory, remove } = temporaryDirectory();
  const server = await startPostgres(quickRestart);
  return {
    directory,
    server,
    environment: { DATABASE_URL: server.url('postgres'), DATABASE_POOL_SIZE: '4' },
    async remove() {
      await server.stop();
      remove();
    },
  };
}

/** @param main the program, by default that of this tree */
export async function startCluster(
  engine: TestEngine,
  { main, killsDatabase = false }: { readonly main?: string; readonly killsDatabase?: boolean } = {},
): Promise<Cluster> {
  const database = await openDatabase(engine, killsDatabase);
  const { server } = database;
  let started = 0;
  let databaseIsBack = Promise.resolve();
  let isAway = false;
  const running: (Member & { readonly process: ServiceProcess })[] = [];
  const start = async (): Promise<void> => {
    await databaseIsBack;
    started += 1;
    const number = started;
    const environment = {
      ...database.environment,
      // No session expires here: the model has no clock.
      SESSION_TIMEOUT_SECONDS: '86400',
      // Every save is kept as a version, or only some: both ways of writing are killed.
      METADATA_HISTORY_INTERVAL_SECONDS: started % 2 === 0 ? '0' : '300',
      LOG_LEVEL: 'info',
      SERVER_API_KEY: testServerKey,
    };
    const options = main === undefined ? {} : { program: main };
    const process = await startProcess(environment, database.directory, options);
    running.push({ number, url: process.url, process });
  };
  const end = async ({ process }: { readonly process: ServiceProcess }) => {
    process.signal('SIGKILL');
    await process.exited;
  };
  const isReady = async ({ url }: Member) => (await fetch(`${url}/readyz`)).ok;
  await Promise.all(Array.from({ length: size }, start));
  const replacements: Promise<unknown>[] = [];

  async function heal(): Promise<void> {
    // More may be killed meanwhile.
    for (let healed = 0; healed < replacements.length; ) {
      healed = replacements.length;
      await Promise.all(replacements);
    }
  }

  return {
    members: () => (isAway ? [] : running),
    kill(count) {
      // Removed from the list first, so that nothing is sent to a process known to be dead.
      const killed = running.splice(0, count);
      replacements.push(...killed.map((member) => end(member).then(start)));
    },
    ...(server && {
      killDatabase() {
        isAway = true;
        databaseIsBack = server.killAll().then(() => server.restart());
        const areReady = async () => (await Promise.all(running.map(isReady))).every(Boolean);
        replacements.push(
          databaseIsBack
            .then(() => until(areReady))
            .then(() => {
              isAway = false;
            }),
        );
      },
    }),
    heal,
    async stop() {
      await heal();
      await Promise.all(running.map(end));
      await database.remove();
    },
  };
}
