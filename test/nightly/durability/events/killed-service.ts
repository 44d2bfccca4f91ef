// A service of two processes that are killed with `kill -9` at random moments, and on PostgreSQL their database too.
import type { Environment } from '../../../../src/config/settings.ts';
import { sqlite, temporaryDirectory } from '../../../harness/engines.ts';
import { startPostgres } from '../../../harness/postgres.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import type { Random } from '../../../harness/seeded.ts';
import { testServerKey } from '../../../harness/server-keys.ts';

export interface KilledService {
  /** The settings of each process. */
  readonly environment: Environment;
  /** Those that run now. */
  readonly processes: readonly ServiceProcess[];
  /** Kills a process, or each second time the database, and starts it again. */
  kill(random: Random): Promise<void>;
  /** Ends the processes as an operator does. */
  end(): Promise<void>;
  remove(): Promise<void>;
}

export const killedServices = {
  async sqlite(settings: Environment): Promise<KilledService> {
    const database = await sqlite.create();
    const { directory, environment } = database;
    return startKilledService({
      ...{ directory, environment: { ...environment, ...settings } },
      remove: () => database.remove(),
    });
  },
  async postgres(settings: Environment): Promise<KilledService> {
    const folder = temporaryDirectory();
    const server = await startPostgres();
    return startKilledService({
      directory: folder.directory,
      environment: { DATABASE_URL: server.url('postgres'), DATABASE_POOL_SIZE: '4', ...settings },
      async killDatabase() {
        await server.killAll();
        await server.restart();
      },
      async remove() {
        await server.stop();
        folder[Symbol.dispose]();
      },
    });
  },
} as const;

interface Parts {
  readonly environment: Environment;
  readonly directory: string;
  readonly killDatabase?: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

async function startKilledService(parts: Parts): Promise<KilledService> {
  const { directory, killDatabase } = parts;
  const environment = { ...parts.environment, SERVER_API_KEY: testServerKey };
  const start = () => startProcess(environment, directory);
  const processes = await Promise.all([start(), start()]);
  let kills = 0;
  const endAll = async (signal: NodeJS.Signals): Promise<void> => {
    for (const process of processes) process.signal(signal);
    await Promise.all(processes.map(({ exited }) => exited));
  };
  return {
    environment,
    processes,
    async kill(random) {
      kills += 1;
      if (killDatabase && kills % 2 === 0) return killDatabase();
      const at = random(processes.length);
      processes[at]?.signal('SIGKILL');
      await processes[at]?.exited;
      processes[at] = await start();
    },
    end: () => endAll('SIGTERM'),
    async remove() {
      await endAll('SIGKILL');
      await parts.remove();
    },
  };
}
