// The readers of the log: one that stops reading delays no request and gets whole lines, and a file gets every line.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { temporaryDirectory } from '../../harness/engines.ts';
import { freePort } from '../../harness/postgres.ts';
import { programCommand } from '../../harness/program.ts';
import { testSecret } from '../../harness/service.ts';

interface Started {
  readonly url: string;
  /** Ends it in order. @returns its exit status */
  end(): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the service, with its standard output redirected as in a shell, and waits until it answers. */
async function start(directory: string, redirection: string): Promise<Started> {
  const port = freePort();
  const shell = `${redirection}; exec "$@"`;
  const child = Bun.spawn(['bash', '-c', shell, 'playkeep', ...programCommand(), 'serve'], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'debug',
      JWT_SECRET: testSecret,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null && !(await fetch(`${url}/livez`).catch(() => undefined)))
    await Bun.sleep(50);
  return {
    url,
    end() {
      child.kill('SIGTERM');
      return child.exited;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

/** The rest of a request id, long enough that few lines fill the buffers. */
const padding = 'x'.repeat(110);

async function ask(url: string, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) {
    const headers = { 'x-request-id': `request-${n}/${padding}` };
    const answer = await fetch(`${url}/livez`, { headers, signal: AbortSignal.timeout(10_000) });
    expect(answer.status).toBe(200);
  }
}

async function dropped(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^playkeep_log_lines_dropped_total (?<count>\d+)$/m.exec(text)?.groups?.count);
}

/** The numbers of the requests in a log, each line of which must be complete. */
function numbersIn(text: string): number[] {
  expect(text).toEndWith('\n');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.flatMap((line) => {
    const number = /^request-(?<number>\d+)\/x+$/.exec(line.requestId ?? '')?.groups?.number;
    return number === undefined ? [] : [Number(number)];
  });
}

const requests = 2_500;

interface Reader {
  readonly redirection: string;
  /** Begins to read. @returns everything up to the end */
  read(): Promise<string>;
}

function pipeReader(directory: string): Reader {
  const path = join(directory, 'pipe');
  Bun.spawnSync(['mkfifo', path]);
  // Opened for reading and writing, it can be written to without a reader. This descriptor is closed when the service has its
  // own.
  return {
    redirection: `exec 3<>${path} >${path}`,
    async read() {
      const cat = Bun.spawn(['cat', path], { stdout: 'pipe' });
      return new Response(cat.stdout).text();
    },
  };
}

async function socketReader(): Promise<Reader> {
  const accepted = Promise.withResolvers<Socket>();
  const server = createServer({ pauseOnConnect: true }, accepted.resolve);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    redirection: `exec >/dev/tcp/127.0.0.1/${port}`,
    async read() {
      const socket = await accepted.promise;
      let text = '';
      socket.on('data', (bytes) => {
        text += bytes;
      });
      socket.resume();
      await new Promise((resolve) => void socket.once('close', resolve));
      server.close();
      return text;
    },
  };
}

describe.skipIf(process.platform !== 'linux').each([
  ['a pipe', pipeReader],
  ['a socket', socketReader],
])('a reader of %s who does not read', (_name, createReader) => {
  test.concurrent('delays no request, and gets whole lines up to the last one when it reads again', async () => {
    using folder = temporaryDirectory();
    const reader = await createReader(folder.directory);
    await using service = await start(folder.directory, reader.redirection);
    const { url } = service;
    let asked = 0;
    const askMore = async (count: number): Promise<void> => {
      await ask(url, asked, asked + count);
      asked += count;
    };
    while ((await dropped(url)) === 0) await askMore(250);
    const text = reader.read();
    // Lines are dropped until the buffer has space again.
    for (let before = -1; before !== (await dropped(url)); ) {
      before = await dropped(url);
      await askMore(1);
    }
    expect(await service.end()).toBe(0);
    const log = await text;
    const numbers = numbersIn(log);
    expect(numbers.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers).toContain(asked - 1);
    expect(log).toContain('"msg":"stopped"');
  }, 180_000);

  test.concurrent('does not keep the service from ending', async () => {
    using folder = temporaryDirectory();
    const reader = await createReader(folder.directory);
    await using service = await start(folder.directory, reader.redirection);
    const { url } = service;
    await ask(url, 0, requests);
    expect(await service.end()).toBe(0);
  }, 180_000);
});

test.concurrent('a file gets every line, including the last', async () => {
  using folder = temporaryDirectory();
  const path = join(folder.directory, 'log');
  await using service = await start(folder.directory, `exec >${path}`);
  const { url } = service;
  await ask(url, 0, 1_000);
  expect(await dropped(url)).toBe(0);
  expect(await service.end()).toBe(0);
  const log = readFileSync(path, 'utf8');
  expect(numbersIn(log)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
  expect(log).toContain('"msg":"stopped"');
}, 180_000);

test.concurrent.skipIf(process.platform !== 'linux')(
  'a reader who went away does not delay the end of the service',
  async () => {
    using folder = temporaryDirectory();
    await using service = await start(folder.directory, 'exec > >(head -n 1 >/dev/null)');
    const { url } = service;
    // The reader goes when it has been started and has read a line. Until then the pipe and the buffer take lines.
    for (let asked = 0; (await dropped(url)) === 0; asked += 250) await ask(url, asked, asked + 250);
    expect(await service.end()).toBe(0);
  },
  180_000,
);
