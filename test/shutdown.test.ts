// The end of the process: in order on the first signal, at once on a later one that is not the same once more.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, createConnection } from './fuzz/connection.ts';
import { paths } from './harness/api.ts';
import { temporaryDirectory } from './harness/engines.ts';
import { type ServiceProcess, startProcess } from './harness/process.ts';
import { signTestToken } from './harness/service.ts';

let directory: string;
let remove: () => void;
let service: ServiceProcess;
beforeEach(async () => {
  ({ directory, remove } = temporaryDirectory());
  service = await startProcess({}, directory);
});
afterEach(async () => {
  service.signal('SIGKILL');
  await service.exited;
  remove();
});

/** Opens a POST whose body waits: the answer, and the way to let the rest of the body go. */
async function slowPost() {
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
  await Bun.sleep(200);
  return { answer, finish: rest.resolve };
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('ends an idle service with status 0 and a database without leftovers', async () => {
    await service.as('ann', 'POST', paths.start);
    service.signal(signal);
    expect(await service.exited).toBe(0);
    expect(existsSync(join(directory, 'data', 'playkeep.db'))).toBe(true);
    expect(existsSync(join(directory, 'data', 'playkeep.db-wal'))).toBe(false);
  });

  test('finishes what is in flight, takes nothing new, and keeps what was answered', async () => {
    const { answer, finish } = await slowPost();
    service.signal(signal);
    await Bun.sleep(200);
    await expect(fetch(`${service.url}/livez`, { keepalive: false })).rejects.toThrow();
    finish();
    expect((await answer).status).toBe(200);
    expect(await service.exited).toBe(0);
    const again = await startProcess({}, directory);
    expect((await again.as('ann', 'GET', paths.metadata)).body.data.metadata).toEqual({ saved: true });
    again.signal('SIGTERM');
    await again.exited;
  });

  test('that comes twice within a moment counts once', async () => {
    const { answer, finish } = await slowPost();
    service.signal(signal);
    for (let more = 0; more < 5; more += 1) {
      await Bun.sleep(20);
      service.signal(signal);
    }
    finish();
    expect((await answer).status).toBe(200);
    expect(await service.exited).toBe(0);
  });

  test('a second signal ends at once', async () => {
    const { answer } = await slowPost();
    void answer.catch(() => undefined);
    service.signal(signal);
    await Bun.sleep(1_200);
    const before = performance.now();
    service.signal(signal);
    expect(await service.exited).toBe(1);
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});

test('in production it tells load balancers first, and serves them meanwhile', async () => {
  const production = await startProcess({ NODE_ENV: 'production', HOST: '127.0.0.1' }, directory);
  expect((await production.call('GET', '/readyz')).status).toBe(200);
  production.signal('SIGTERM');
  await Bun.sleep(200);
  const ready = await production.call('GET', '/readyz');
  expect([ready.status, ready.body]).toEqual([
    503,
    { statusCode: 503, error: { message: 'Service unavailable', detail: 'shutting down' } },
  ]);
  expect(ready.headers.get('retry-after')).toBe('1');
  expect((await production.call('GET', '/livez')).status).toBe(200);
  expect((await production.as('ann', 'POST', paths.start)).status).toBe(200);
  expect(await production.exited).toBe(0);
}, 20_000);

test('in production connections that are kept are answered until the end, and told to go', async () => {
  const production = await startProcess({ NODE_ENV: 'production', HOST: '127.0.0.1' }, directory);
  const request = Buffer.from('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  const ask = (connection: Connection) =>
    connection.exchange(request, { isHead: false, milliseconds: 5_000 }).then((outcome) => {
      if (typeof outcome === 'string') return outcome;
      return [outcome.status, outcome.headers.get('connection')?.toLowerCase()];
    });
  const kept = Array.from({ length: 3 }, () => createConnection(production.url));
  for (const connection of kept) expect(await ask(connection)).toEqual([200, undefined]);
  production.signal('SIGTERM');
  while ((await production.call('GET', '/readyz')).status === 200) await Bun.sleep(10);
  for (const connection of kept) {
    expect(await ask(connection)).toEqual([200, 'close']);
    await Bun.sleep(500);
  }
  expect(await ask(createConnection(production.url))).toEqual([200, 'close']);
  expect(await production.exited).toBe(0);
}, 20_000);
