// A service of several processes on a database of its own, as the tests of this folder need it.
import type { Environment } from '../../src/config/settings.ts';
import { createConnection } from '../harness/connection.ts';
import { postgres, type TestDatabase } from '../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';

export interface Several extends ServiceProcess {
  readonly port: number;
  readonly directory: string;
  /** Its settings, for another process beside it. */
  readonly environment: Environment;
  /** The ids of the processes that serve, start or drain. */
  processes(): readonly number[];
  /** The lines of the log so far. */
  lines(): readonly LogLine[];
  /** Waits for a line beyond those that were there. */
  logged(message: string, times?: number): Promise<LogLine>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface LogLine {
  readonly msg: string;
  readonly time: string;
  readonly level: string;
  readonly [member: string]: unknown;
}

/** Starts a service in production and waits until all its processes are ready. @param given its database; a fresh one by default */
export async function startSeveral(settings: Environment = {}, given?: TestDatabase): Promise<Several> {
  const { environment: database, directory, remove } = given ?? (await postgres.create());
  const environment = {
    ...database,
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PROCESSES: '2', ...settings },
  };
  const service = await startProcess(environment, directory);
  const lines = () => parseLines(service.output());
  const logged = async (message: string, times = 1) => {
    const found = () => lines().filter(({ msg }) => msg === message)[times - 1];
    await until(() => found() !== undefined);
    return found() as LogLine;
  };
  await logged('all processes listen');
  const port = Number(new URL(service.url).port);
  return {
    ...service,
    ...{ port, directory, lines, logged },
    environment: { ...environment, PORT: String(port) },
    processes: () => childrenOf(service.pid),
    async [Symbol.asyncDispose]() {
      service.signal('SIGKILL');
      await service.exited;
      await remove();
    },
  };
}

function parseLines(output: string): readonly LogLine[] {
  return output.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/**
 * Processes of `serve --as`, below a process that may itself be a launcher, by their numbers. The ids of processes begin anew after the
 * highest one, so they tell no order.
 */
function childrenOf(pid: number): readonly number[] {
  const { stdout } = Bun.spawnSync(['ps', '-e', '-o', 'pid=,ppid=,args=']);
  const rows = stdout
    .toString()
    .split('\n')
    .map((row) => /^\s*(?<own>\d+)\s+(?<parent>\d+)\s+(?<args>.*)$/.exec(row)?.groups);
  const below = (parent: number): { readonly own: number; readonly number: number }[] =>
    rows.flatMap((row) => {
      if (Number(row?.parent) !== parent) return [];
      const number = / --as \{.*"number":(?<number>\d+)/.exec(row?.args ?? '')?.groups?.number;
      const own = Number(row?.own);
      return [...(number === undefined ? [] : [{ own, number: Number(number) }]), ...below(own)];
    });
  return below(pid)
    .toSorted((a, b) => a.number - b.number)
    .map(({ own }) => own);
}

/** The id of the process with the highest number. */
export function lastProcess({ processes }: Pick<Several, 'processes'>): number {
  const pid = processes().at(-1);
  if (pid === undefined) throw new Error('there is no process');
  return pid;
}

/** Waits for a condition; the time of the test is its bound. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await Bun.sleep(20);
}

/** Asks on a connection of its own. @returns the process that answered, by the beginning of its request ids */
export async function askAnew(url: string, path = '/livez'): Promise<{ status: number; process: string }> {
  const connection = createConnection(url);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const answer = await connection.exchange(request, { isHead: false, milliseconds: 30_000 });
  connection.end();
  if (typeof answer === 'string') throw new Error(answer);
  return { status: answer.status, process: String(answer.headers.get('x-request-id')).split('-')[0] ?? '' };
}

/** The sum of the samples of a name whose line has a text. */
export function sampleOf(exposition: string, name: string, text = ''): number | undefined {
  const values = exposition
    .split('\n')
    .filter((line) => new RegExp(`^${name}(?:\\{|\\s)`).test(line) && line.includes(text))
    .map((line) => Number(line.split(' ').at(-1)));
  return values.length === 0 ? undefined : values.reduce((one, other) => one + other);
}
