// The end of the process: in order on the first signal, at once on a later second one.
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../src/config/settings.ts';
import { SECOND_SIGNAL_MILLISECONDS } from '../src/limits.ts';
import { type Answer, paths } from './harness/api.ts';
import { type Connection, createConnection } from './harness/connection.ts';
import { temporaryDirectory } from './harness/engines.ts';
import { type ProgramOptions, type ServiceProcess, startProcess } from './harness/process.ts';
import { signTestToken } from './harness/service.ts';
import { until } from './harness/until.ts';
import { metricOf } from './harness/waiting.ts';

// The tests start ten processes at once, which takes long beside a heavy load.
setDefaultTimeout(90_000);

interface Started {
  readonly service: ServiceProcess;
  readonly directory: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a service in a folder of its own. */
async function start(environment: Environment = {}, options?: ProgramOptions): Promise<Started> {
  const { directory, remove } = temporaryDirectory();
  const service = await startProcess(environment, directory, options);
  return {
    service,
    directory,
    async [Symbol.asyncDispose]() {
      service.signal('SIGKILL');
      await service.exited;
      remove();
    },
  };
}

const startProduction = () => start({ NODE_ENV: 'production', HOST: '127.0.0.1' });

/** Opens a POST whose body waits. @returns the answer, and a function that sends the rest of the body */
async function slowPost(service: ServiceProcess) {
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":{"saved":'));
      await rest.promise;
      controller.enqueue(new TextEncoder().encode('true}}'));
      controller.close();
    },
  });
  const answer = service.call('POST', paths.metadata, { token: await signTestToken('ann'), body });
  // The request for this number is in progress too.
  await until(async () => (await metricOf(service.url, 'playkeep_http_requests_in_progress')) >= 2);
  return { answer, finish: rest.resolve };
}

/** True when new connections are accepted. */
const takesNew = (service: ServiceProcess): Promise<boolean> =>
  fetch(`${service.url}/livez`, { keepalive: false }).then(
    () => true,
    () => false,
  );

/** Waits for an answer of `/readyz` that is not 200. */
async function whenUnready(service: ServiceProcess): Promise<Answer> {
  let answer: Answer | undefined;
  await until(async () => {
    answer = await service.call('GET', '/readyz');
    return answer.status !== 200;
  });
  return answer as Answer;
}

const stopping = (service: ServiceProcess) => until(() => service.output().includes('stopping'));

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test.concurrent('ends an idle service with status 0 and a database without leftovers', async () => {
    await using started = await start();
    const { service, directory } = started;
    await service.as('ann', 'POST', paths.start);
    service.signal(signal);
    expect(await service.exited).toBe(0);
    expect(existsSync(join(directory, 'data', 'playkeep.db'))).toBe(true);
    expect(existsSync(join(directory, 'data', 'playkeep.db-wal'))).toBe(false);
  });

  test.concurrent('finishes requests in flight, takes no new ones, and keeps every acknowledged write', async () => {
    await using started = await start();
    const { service, directory } = started;
    const { answer, finish } = await slowPost(service);
    service.signal(signal);
    await until(async () => !(await takesNew(service)));
    finish();
    expect((await answer).status).toBe(200);
    expect(await service.exited).toBe(0);
    const again = await startProcess({}, directory);
    expect((await again.as('ann', 'GET', paths.metadata)).body.data.metadata).toEqual({ saved: true });
    again.signal('SIGTERM');
    await again.exited;
  });

  test.concurrent('that arrives twice within a moment counts once', async () => {
    await using started = await start();
    const { service } = started;
    const { answer, finish } = await slowPost(service);
    service.signal(signal);
    await stopping(service);
    // A moment later, while the first one is known to have come.
    for (let more = 0; more < 5; more += 1) {
      service.signal(signal);
      await Bun.sleep(1);
    }
    finish();
    expect((await answer).status).toBe(200);
    expect(await service.exited).toBe(0);
  });

  test.concurrent('a second signal ends the service at once', async () => {
    await using started = await start();
    const { service } = started;
    const { answer } = await slowPost(service);
    void answer.catch(() => undefined);
    service.signal(signal);
    await stopping(service);
    // An earlier signal would count as the same one.
    await Bun.sleep(SECOND_SIGNAL_MILLISECONDS + 100);
    service.signal(signal);
    // After the grace time the status would be 0.
    expect(await service.exited).toBe(1);
    expect(service.output()).toContain('ended by a second signal');
  });
});

describe('SIGHUP', () => {
  test.concurrent('ends the service in order, and cuts nothing however often it comes', async () => {
    await using started = await start();
    const { service } = started;
    const { answer, finish } = await slowPost(service);
    service.signal('SIGHUP');
    await stopping(service);
    // A SIGTERM would end the service at once by now.
    await Bun.sleep(SECOND_SIGNAL_MILLISECONDS + 100);
    service.signal('SIGHUP');
    await until(async () => !(await takesNew(service)));
    finish();
    expect((await answer).status).toBe(200);
    expect(await service.exited).toBe(0);
  });

  test.concurrent('does nothing under nohup', async () => {
    await using started = await start({}, { under: ['nohup'] });
    const { service } = started;
    service.signal('SIGHUP');
    expect((await service.call('GET', '/readyz')).status).toBe(200);
    service.signal('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(service.output()).not.toContain('SIGHUP');
  });
});

test.concurrent('in production it tells load balancers first, and serves them meanwhile', async () => {
  await using started = await startProduction();
  const { service: production } = started;
  expect((await production.call('GET', '/readyz')).status).toBe(200);
  production.signal('SIGTERM');
  const ready = await whenUnready(production);
  expect([ready.status, ready.body]).toEqual([
    503,
    { statusCode: 503, error: { message: 'Service unavailable', detail: 'shutting down' } },
  ]);
  expect(ready.headers.get('retry-after')).toBe('1');
  expect((await production.call('GET', '/livez')).status).toBe(200);
  expect((await production.as('ann', 'POST', paths.start)).status).toBe(200);
  expect(await production.exited).toBe(0);
});

test.concurrent('in production idle connections are answered until the end, and told to close', async () => {
  await using started = await startProduction();
  const { service: production } = started;
  const request = Buffer.from('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  const ask = (connection: Connection) =>
    connection.exchange(request, { isHead: false, milliseconds: 5_000 }).then((outcome) => {
      if (typeof outcome === 'string') return outcome;
      return [outcome.status, outcome.headers.get('connection')?.toLowerCase()];
    });
  const kept = Array.from({ length: 3 }, () => createConnection(production.url));
  for (const connection of kept) expect(await ask(connection)).toEqual([200, undefined]);
  production.signal('SIGTERM');
  await whenUnready(production);
  for (const connection of kept) {
    expect(await ask(connection)).toEqual([200, 'close']);
    // Draining takes two seconds, and a busy machine needs most of that for the requests.
    await Bun.sleep(50);
  }
  expect(await ask(createConnection(production.url))).toEqual([200, 'close']);
  expect(await production.exited).toBe(0);
});
