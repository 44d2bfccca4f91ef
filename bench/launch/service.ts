// The service of a simulated launch, in a folder of its own, with its log in a file: it is deployed anew, killed and started again
// on one port while players play.
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/harness/postgres.ts';

const root = join(import.meta.dir, '../..');

export interface LaunchedService {
  readonly url: string;
  /** Of the parent where there are several processes. It changes at a restart. */
  readonly pid: number;
  readonly log: string;
  /** Starts it where it has ended. Resolves when it listens. */
  start(): Promise<void>;
  /** Resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** `playkeep reload`. @throws Error with its output */
  reload(): Promise<void>;
}

/**
 * Starts a service in production.
 * @param settings with those of the database
 * @param tree its sources, by default these
 */
export async function launchService(
  directory: string,
  settings: Readonly<Record<string, string>>,
  tree = root,
): Promise<LaunchedService> {
  mkdirSync(directory, { recursive: true });
  const log = join(directory, 'service.log');
  const port = String(freePort());
  const environment = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: port },
    ...settings,
  };
  const isReady = Number(settings.PROCESSES ?? 1) > 1 ? /"all processes listen"/g : /"listening"/g;
  const command = (name: string) => [process.execPath, '--no-env-file', join(tree, 'src/main.ts'), name];
  let child: Bun.Subprocess | undefined;
  process.on('exit', () => child?.kill('SIGKILL'));

  async function start(): Promise<void> {
    const out = openSync(log, 'a');
    const before = readFileSync(log, 'utf8').match(isReady)?.length ?? 0;
    child = Bun.spawn(command('serve'), { cwd: directory, env: environment, stdout: out, stderr: out });
    closeSync(out);
    while ((readFileSync(log, 'utf8').match(isReady)?.length ?? 0) === before) {
      if (child.exitCode !== null)
        throw new Error(`it ended before it listened: ${readFileSync(log, 'utf8')}`);
      await Bun.sleep(5);
    }
  }
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return child?.pid ?? 0;
    },
    log,
    start,
    async end(signal) {
      child?.kill(signal);
      await child?.exited;
    },
    async reload() {
      const run = Bun.spawn(command('reload'), { cwd: directory, env: environment, stderr: 'pipe' });
      if ((await run.exited) !== 0) throw new Error(await new Response(run.stderr).text());
    },
  };
}
