// Two processes of the service on one database and two ports, which are restarted one after the other.
import type { TestDatabase, TestEngine } from '../../../harness/engines.ts';
import { freePort } from '../../../harness/postgres.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';

export interface Pair {
  readonly ports: readonly number[];
  readonly database: TestDatabase;
  /**
   * Ends one process, waits for its end, and starts it again on its port.
   * @param program that of another tree, from now on
   * @returns its exit status
   */
  restart(which: number, program?: string): Promise<number | null>;
  /** Ends both, and removes their database. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** @param program that of another tree; such a tree makes its database itself */
export async function startPair(engine: TestEngine, program?: string): Promise<Pair> {
  const database: TestDatabase = await engine.create({ migrated: program === undefined });
  const ports = [freePort(), freePort()];
  const start = (which: number, main?: string): Promise<ServiceProcess> => {
    const production = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(ports[which]) };
    const options = main === undefined ? {} : { program: main };
    return startProcess({ ...database.environment, ...production }, database.directory, options);
  };
  // One after the other, since on an empty database one would wait for the migration of the other.
  const running = [await start(0, program), await start(1, program)];
  const end = async (process: ServiceProcess | undefined): Promise<number | null> => {
    process?.signal('SIGTERM');
    return (await process?.exited) ?? null;
  };
  return {
    ports,
    database,
    async restart(which, main) {
      const status = await end(running[which]);
      running[which] = await start(which, main);
      return status;
    },
    async [Symbol.asyncDispose]() {
      for (const process of running) process?.signal('SIGKILL');
      await Promise.all(running.map((process) => process.exited));
      await database.remove();
    },
  };
}

/** Restarts one after the other, at least this many times, until the test has enough. @returns the exit statuses */
export async function restartInTurns(
  pair: Pair,
  times: number,
  isEnough: () => boolean,
): Promise<(number | null)[]> {
  const statuses: (number | null)[] = [];
  while (statuses.length < times || !isEnough()) {
    statuses.push(await pair.restart(statuses.length % pair.ports.length));
    // Waits as an operator does, until the proxies have noticed the process and send players to it again.
    await Bun.sleep(2_000);
  }
  return statuses;
}
