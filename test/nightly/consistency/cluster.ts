// Two processes of the service on one database. Either can be killed at work and replaced by a new one.
import type { TestDatabase, TestEngine } from '../../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';
import { testServerKey } from '../../harness/server-keys.ts';

export interface Member {
  readonly number: number;
  readonly url: string;
}

export interface Cluster {
  readonly database: TestDatabase;
  /** The running processes; none while both are being replaced. */
  members(): readonly Member[];
  /** `kill -9`. `heal` starts a new process in its place. */
  kill(count: number): void;
  heal(): Promise<void>;
  stop(): Promise<void>;
}

const size = 2;

/** @param main the program, by default that of this tree. */
export async function startCluster(engine: TestEngine, main?: string): Promise<Cluster> {
  const database = await engine.create();
  // No session expires here: the model has no clock.
  const environment = {
    ...database.environment,
    SESSION_TIMEOUT_SECONDS: '86400',
    LOG_LEVEL: 'info',
    SERVER_API_KEY: testServerKey,
  };
  let started = 0;
  const running: (Member & { readonly process: ServiceProcess })[] = [];
  const start = async (): Promise<void> => {
    started += 1;
    const number = started;
    const process = await startProcess(
      environment,
      database.directory,
      main === undefined ? {} : { program: main },
    );
    running.push({ number, url: process.url, process });
  };
  const end = async ({ process }: { readonly process: ServiceProcess }) => {
    process.signal('SIGKILL');
    await process.exited;
  };
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
    database,
    members: () => running,
    kill(count) {
      // Removed from the list first, so that nothing is sent to a process known to be dead.
      const killed = running.splice(0, count);
      replacements.push(...killed.map((member) => end(member).then(start)));
    },
    heal,
    async stop() {
      await heal();
      await Promise.all(running.map(end));
      await database.remove();
    },
  };
}
