// `playkeep healthcheck`: asks the service of these settings whether it is ready, for containers, which have no other program.
import { isIPv6 } from 'node:net';
import type { Config } from '../config/config.ts';
import { systemClock } from '../lib/clock.ts';
import { type AddCommand, exitStatus } from './command.ts';
import { readStoreConfig } from './read-config.ts';

const timeoutMilliseconds = 5_000;

export const addHealthcheck: AddCommand = (program, { readEnvironment, print, setStatus }) => {
  program
    .command('healthcheck')
    .description('ask the service of these settings whether it is ready; for the health checks of containers')
    .action(async () => {
      const url = `${ownUrl(readStoreConfig(readEnvironment()))}/readyz`;
      const answer = await ask(url);
      if (answer !== 'ready') setStatus(exitStatus.failure);
      print(`${url}: ${answer}`);
    });
};

/** Where this machine reaches the service. An address that means all addresses is none to connect to. */
function ownUrl({ host, port }: Config): string {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

/** @returns `ready`, or why it is not */
async function ask(url: string): Promise<string> {
  const late = systemClock.sleep(timeoutMilliseconds).then(() => 'no answer');
  const answered = fetch(url, { redirect: 'manual' }).then(
    async (answer) => (answer.status === 200 ? 'ready' : `${answer.status} ${await answer.text()}`),
    () => 'no answer',
  );
  return Promise.race([answered, late]);
}
