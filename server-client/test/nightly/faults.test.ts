// Faults between a backend and the service: answers that are lost, cut off, late or of a proxy. Each call takes effect once, and the results come
// as if nothing had been.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createTestKey } from '../../../test/harness/server-keys.ts';
import { type Service, startService } from '../../../test/harness/service.ts';
import { until } from '../../../test/harness/until.ts';
import {
  type BulkOperation,
  createServerClient,
  type PlaykeepError,
  type ServerClient,
  type ServerClientOptions,
} from '../../src/index.ts';

/** Answers a request in the place of the network: with the answer of the service, a part of it, or none. */
type Fault = (request: Request, forward: () => Promise<Response>) => Response | Promise<Response>;

let service: Service;
let key: string;
let proxy: ReturnType<typeof Bun.serve>;
/** The faults of the next requests; none afterwards. */
let faults: Fault[];
let requests: Request[];

beforeEach(async () => {
  service = await startService();
  key = (await createTestKey(service)).token;
  faults = [];
  requests = [];
  proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = request.body === null ? undefined : await request.text();
      const headers = new Headers(request.headers);
      headers.delete('host');
      requests.push(new Request(request.url, { method: request.method, headers, ...(body && { body }) }));
      const forward = () =>
        fetch(service.url + pathname + search, { method: request.method, headers, ...(body && { body }) });
      return (faults.shift() ?? ((_, next) => next()))(request, forward);
    },
  });
});
afterEach(async () => {
  await proxy.stop(true);
  await service.stop();
});

const clientWith = (options: Partial<ServerClientOptions> = {}): ServerClient =>
  createServerClient({ url: `http://127.0.0.1:${proxy.port}/`, key, ...options });

/** The service does it, and the answer is lost. */
const loseAnswer: Fault = async (_, forward) => {
  await (await forward()).text();
  return brokenAnswer('');
};
/** The answer is cut off after a part of it, which may have been read by then, or has been where the fault waits for that. */
const cutAfter =
  (share: number, untilRead?: () => Promise<void>): Fault =>
  async (_, forward) => {
    const text = await (await forward()).text();
    return brokenAnswer(text.slice(0, Math.floor(text.length * share)), untilRead);
  };
const refuse =
  (status: number, body: string, headers: Record<string, string> = {}): Fault =>
  () =>
    new Response(body, { status, headers });
const unavailable = refuse(503, '{"statusCode":503,"error":{"message":"Service unavailable"}}', {
  'content-type': 'application/json',
});

function brokenAnswer(start: string, untilRead = () => Bun.sleep(5)): Response {
  const body = new ReadableStream({
    async start(controller) {
      if (start !== '') controller.enqueue(new TextEncoder().encode(start));
      await untilRead();
      // Bun would print a reason.
      controller.error();
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

async function goldOf(playerId: string): Promise<unknown> {
  return (await clientWith().player(playerId).metadata.get()).metadata.gold;
}
async function register(...names: string[]): Promise<void> {
  for await (const { error } of clientWith().players.registerAll(names)) expect(error).toBeUndefined();
}
const grantTo = (playerId: string): BulkOperation => ({
  ...{ playerId, op: 'patch', data: [{ op: 'increment', path: '/gold', by: 100 }] },
});
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: PlaykeepError) => error.code,
  );

test('a grant whose answer is lost is sent again, and granted once', async () => {
  await register('ann');
  faults = [loseAnswer, cutAfter(0.5), unavailable, refuse(502, '<html>bad gateway</html>')];
  requests = [];
  const { metadata } = await clientWith()
    .player('ann')
    .metadata.patch([{ op: 'increment', path: '/gold', by: 100 }]);
  expect(metadata).toEqual({ gold: 100 });
  expect(requests).toHaveLength(5);
  for (const name of ['idempotency-key', 'x-request-id'])
    expect(new Set(requests.map(({ headers }) => headers.get(name))).size).toBe(1);
}, 120_000);

test('a bulk that is cut off anywhere goes on behind its last result, and grants once', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `player ${n}`);
  await register(...names);
  const done: string[] = [];
  const first = cutAfter(0.3, () => until(() => done.length > 0));
  faults = [first, cutAfter(0.6), loseAnswer, unavailable, cutAfter(0.999)];
  requests = [];
  for await (const { operation, record, error } of clientWith().bulk(names.map(grantTo))) {
    expect([error, record?.metadata]).toEqual([undefined, { gold: 100 }]);
    done.push('playerId' in operation ? operation.playerId : '');
  }
  expect(done).toEqual(names);
  // The last cut comes behind the last result, which may be lost with it.
  expect([5, 6]).toContain(requests.length);
  const sizes = await Promise.all(
    requests.map(async (request) => (JSON.parse(await request.text()).operations as unknown[]).length),
  );
  expect(sizes[0]).toBe(40);
  expect(sizes[1]).toBeLessThan(40);
  expect(await Promise.all(names.map(goldOf))).toEqual(names.map(() => 100));
}, 120_000);

test('an operation that the service could not do is sent again, with those behind it', async () => {
  await register('ann', 'bob', 'cal');
  const partly: Fault = async (_, forward) => {
    const { data } = (await (await forward()).json()) as { data: { results: object[] } };
    data.results[1] = { playerId: 'bob', statusCode: 503, error: { message: 'Service unavailable' } };
    return Response.json({ statusCode: 200, data });
  };
  faults = [partly];
  requests = [];
  const gold: unknown[] = [];
  for await (const { record } of clientWith().bulk(['ann', 'bob', 'cal'].map(grantTo)))
    gold.push(record?.metadata.gold);
  expect(gold).toEqual([100, 100, 100]);
  expect(requests).toHaveLength(2);
  expect(await Promise.all(['ann', 'bob', 'cal'].map(goldOf))).toEqual([100, 100, 100]);
}, 120_000);

test('a backend that dies in a bulk, and runs the job again under its own keys, grants once', async () => {
  const names = Array.from({ length: 300 }, (_, n) => `player ${n}`);
  await register(...names);
  const job = () => names.map((name) => ({ ...grantTo(name), idempotencyKey: `season-7:${name}` }));
  let seen = 0;
  for await (const _ of clientWith().bulk(job())) {
    seen += 1;
    if (seen === 120) break;
  }
  let whole = 0;
  for await (const { record } of clientWith().bulk(job())) {
    expect(record?.metadata).toEqual({ gold: 100 });
    whole += 1;
  }
  expect(whole).toBe(300);
}, 120_000);

test('the service is stopped in the middle of a bulk, comes back, and nobody gets a grant twice', async () => {
  const names = Array.from({ length: 600 }, (_, n) => `player ${n}`);
  await register(...names);
  let results = 0;
  let restarting: Promise<void> | undefined;
  for await (const { record } of clientWith({ attempts: 12 }).bulk(names.map(grantTo))) {
    expect(record?.metadata).toEqual({ gold: 100 });
    results += 1;
    if (results === 50) restarting = service.restart();
  }
  await restarting;
  expect(results).toBe(600);
  for await (const { record } of clientWith().bulk(names.map((playerId) => ({ playerId, op: 'get' }))))
    expect(record?.metadata).toEqual({ gold: 100 });
}, 120_000);

test('an erasure whose answer is lost is done, and meets no later player of the name', async () => {
  await register('ann');
  // The look-up comes first.
  faults = [
    (_, forward) => forward(),
    async (_, forward) => {
      await (await forward()).text();
      const again = await service.call('POST', '/api/server/players', {
        ...{ token: key, body: '{"playerId":"ann"}' },
      });
      expect(again.status).toBe(200);
      return brokenAnswer('');
    },
  ];
  await clientWith().player('ann').erase();
  expect((await clientWith().player('ann').get()).playerId).toBe('ann');
}, 120_000);

test('a key is never made twice: only a refusal is repeated', async () => {
  const create = () => clientWith().keys.create({ name: 'reader', scopes: ['players:read'] });
  faults = [loseAnswer];
  expect(await codeOf(create())).toBe('network');
  faults = [unavailable];
  expect(await codeOf(create())).toBe('unavailable');
  faults = [
    refuse(429, '{"statusCode":429,"error":{"message":"Too many requests"}}', { 'retry-after': '0' }),
  ];
  expect(await codeOf(create())).toBe('no error');
  const made = (await clientWith().keys.list()).filter(({ name }) => name === 'reader');
  expect(made).toHaveLength(2);
}, 120_000);

test('waits as long as Retry-After says, and no longer than it may', async () => {
  const later = (seconds: string) =>
    refuse(503, '{"statusCode":503,"error":{"message":"Service unavailable"}}', { 'retry-after': seconds });
  faults = [later('1')];
  const before = performance.now();
  await clientWith().me();
  expect(performance.now() - before).toBeGreaterThan(990);
  faults = [later('61')];
  requests = [];
  const error = (await clientWith()
    .me()
    .catch((thrown) => thrown)) as PlaykeepError;
  expect([error.code, error.status, error.retryAfterSeconds]).toEqual(['unavailable', 503, 61]);
  expect(requests).toHaveLength(1);
  faults = Array.from({ length: 9 }, () => unavailable);
  requests = [];
  expect(await codeOf(clientWith({ attempts: 3 }).me())).toBe('unavailable');
  expect(requests).toHaveLength(3);
}, 120_000);

test('an answer that does not come in time is a fault of its own', async () => {
  const never: Fault = () => new Promise<Response>(() => undefined);
  faults = [never];
  const slow = clientWith({ timeoutMilliseconds: 100, attempts: 1 });
  expect(await codeOf(slow.me())).toBe('timeout');
  faults = [never];
  expect(await codeOf(clientWith({ timeoutMilliseconds: 100 }).me())).toBe('no error');
  // An answer that stops in the middle.
  await register('ann', 'bob');
  faults = [
    async (_, forward) => {
      const text = await (await forward()).text();
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(text.slice(0, 150))),
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    },
  ];
  const gold: unknown[] = [];
  const client = clientWith({ timeoutMilliseconds: 200 });
  for await (const { record } of client.bulk(['ann', 'bob'].map(grantTo))) {
    // A caller who takes long does not make the answer late.
    await Bun.sleep(300);
    gold.push(record?.metadata.gold);
  }
  expect(gold).toEqual([100, 100]);
}, 120_000);

test('a redirect is not followed, and another server is not taken for the service', async () => {
  faults = [
    () => Response.redirect('http://127.0.0.1:9/elsewhere'),
    refuse(200, '<html>sign in</html>', { 'content-type': 'text/html' }),
    refuse(200, '{"ok":true}'),
  ];
  requests = [];
  expect((await clientWith().me()).name).toBe('test');
  expect(requests).toHaveLength(4);
  faults = [refuse(404, '<html>not here</html>')];
  expect(await codeOf(clientWith({ attempts: 1 }).me())).toBe('network');
}, 120_000);

test('pages of a list are repeated one by one', async () => {
  const names = Array.from({ length: 25 }, (_, n) => `player ${String(n).padStart(2, '0')}`);
  await register(...names);
  const flaky: Fault = (_, forward) => forward();
  faults = [unavailable, flaky, loseAnswer, flaky, cutAfter(0.5)];
  const found: string[] = [];
  for await (const { playerId } of clientWith().players.search({ limit: 10 })) found.push(playerId);
  expect(found).toEqual(names);
}, 120_000);

test('where too many wait, an answer comes at once, and the next question after a second', async () => {
  const event = { eventId: '5', type: 'player.registered', at: '', sequentialId: 1, data: {} };
  // Events of other types are between 3 and 4.
  const pages = ['3', '4', '4', '4', '5'].map((lastEventId) => ({
    events: lastEventId === event.eventId ? [event] : [],
    lastEventId,
  }));
  const asked: string[] = [];
  using service = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const page = pages[asked.length];
      asked.push(new URL(request.url).searchParams.get('after') ?? '');
      return Response.json({ statusCode: 200, data: page });
    },
  });
  const client = createServerClient({ url: `http://127.0.0.1:${service.port}`, key: 'k' });
  const begunAt = performance.now();
  for await (const { eventId } of client.events({ after: '3' })) {
    expect(eventId).toBe('5');
    break;
  }
  expect(asked).toEqual(['3', '3', '4', '4', '4']);
  expect((performance.now() - begunAt) / 1_000).toBeGreaterThan(2.9);
});
