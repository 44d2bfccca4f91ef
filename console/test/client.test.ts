// The console's client of the server API, against answers that a service, a proxy or a broken connection gives.
import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from 'bun:test';

type Client = typeof import('../src/api/client.ts');
type Connection = typeof import('../src/api/connection.ts');

let answer: (request: Request) => Response | Promise<Response>;
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(request) });
const scope = globalThis as { location?: unknown };
const locationBefore = scope.location;
let client: Client;
let connection: Connection;
let secret: typeof import('../src/api/page-secret.ts');

beforeAll(async () => {
  // A browser's own, from which the client takes the origin.
  scope.location = new URL(`http://127.0.0.1:${server.port}/console`);
  client = await import('../src/api/client.ts');
  secret = await import('../src/api/page-secret.ts');
  connection = await import('../src/api/connection.ts');
});
afterEach(() => connection.noteSuccess());
afterAll(async () => {
  scope.location = locationBefore;
  await server.stop(true);
});

const envelope = (data: unknown) => Response.json({ statusCode: 200, data });
const identity = { keyId: 'k', name: 'desk', scopes: [] };
const me = () => client.dataOf(client.api.GET('/api/server/me'));

test('every request has the header of the console, and data comes without its envelope', async () => {
  const seen: (string | null)[] = [];
  answer = (request) => {
    seen.push(
      `${request.method} ${new URL(request.url).pathname} ${request.headers.get('x-playkeep-console')}`,
    );
    return envelope(identity);
  };
  expect(await me()).toEqual(identity as never);
  await client.dataOf(
    client.api.POST('/api/server/players/{sequentialId}/suspend', {
      params: { path: { sequentialId: 12 } },
      body: { reason: 'x' },
    }),
  );
  await client.requestText('/console/session', { method: 'DELETE' });
  expect(seen).toEqual([
    'GET /api/server/me signed out',
    'POST /api/server/players/12/suspend signed out',
    'DELETE /console/session signed out',
  ]);
});

test('text comes byte for byte, with its entity tag', async () => {
  const text = '{"statusCode":200,"data":{"metadata":{"n":9007199254740993,"d":10.00,"s":"\\u00e9"}}}';
  answer = (request) =>
    request.headers.has('if-none-match')
      ? new Response(null, { status: 304, headers: { etag: '"1-2"' } })
      : new Response(text, { headers: { etag: '"1-2"' } });
  const path = '/api/server/players/1/metadata';
  expect(await client.requestText(path)).toMatchObject({ status: 200, text, etag: '"1-2"' });
  const headers = { 'if-none-match': '"1-2"' };
  expect(await client.requestText(path, { headers })).toMatchObject({ status: 304, text: '' });
});

test('a refusal is thrown with its message, detail, request id and body', async () => {
  const error = { message: 'Forbidden', detail: 'the scope keys:write is needed' };
  answer = () =>
    Response.json({ statusCode: 403, error }, { status: 403, headers: { 'x-request-id': 'r1' } });
  const failure = await me().catch((thrown) => thrown);
  expect(failure).toMatchObject({
    name: 'ApiFailure',
    status: 403,
    ...error,
    requestId: 'r1',
    isTemporary: false,
  });
  // The five errors of the specification have their detail in a header. A conflict has data beside the error.
  answer = () =>
    Response.json(
      { statusCode: 412, error: { message: 'Precondition failed' }, data: { metadata: {} } },
      { status: 412, headers: { 'x-error-detail': 'somebody else was here' } },
    );
  const conflict = await client.requestText('/x', { method: 'POST', body: '{}' }).catch((thrown) => thrown);
  expect(conflict).toMatchObject({ status: 412, detail: 'somebody else was here' });
  expect(JSON.parse(conflict.options.body).data).toEqual({ metadata: {} });
  answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  expect(await me().catch((thrown) => thrown)).toMatchObject({
    status: 502,
    message: 'The service answered with status 502',
  });
});

test('a 401 tells that nobody is signed in, unless it answers a request of the session before', async () => {
  let told = 0;
  const end = client.onSignedOut(() => {
    told += 1;
  });
  answer = () => Response.json({ statusCode: 401, error: { message: 'Unauthorized' } }, { status: 401 });
  expect(await me().catch((thrown) => thrown)).toMatchObject({ status: 401 });
  await client.requestText('/api/server/keys').catch(() => undefined);
  expect(told).toBe(2);
  const refuse = answer;
  answer = (request) => {
    secret.keepPageSecret('of the next session');
    return refuse(request);
  };
  await me().catch(() => undefined);
  expect(told).toBe(2);
  await me().catch(() => undefined);
  end();
  await me().catch(() => undefined);
  secret.keepPageSecret(undefined);
  expect(told).toBe(3);
});

test('trouble is told with the time of the next attempt, and ends with the next answer', async () => {
  const busy = { statusCode: 503, error: { message: 'Service unavailable' } };
  answer = () => Response.json(busy, { status: 503, headers: { 'retry-after': '7' } });
  setSystemTime(new Date(1_000_000));
  expect(await me().catch((thrown) => thrown)).toMatchObject({
    status: 503,
    retryAfterSeconds: 7,
    isTemporary: true,
  });
  const trouble = connection.currentTrouble();
  setSystemTime();
  expect(trouble?.kind).toBe('overloaded');
  expect(trouble?.retryAt).toBeWithin(1_007_000, 1_020_000);
  let retried = 0;
  const end = connection.onRetry(() => {
    retried += 1;
  });
  answer = () => envelope(identity);
  await me();
  expect([connection.currentTrouble(), retried]).toEqual([undefined, 1]);
  end();
});

test('a service that cannot be reached is a temporary failure; a request that the page ends is no failure', async () => {
  const end = new AbortController();
  answer = () => {
    end.abort();
    // No answer comes.
    return new Promise(() => undefined);
  };
  const aborted = await client.requestText('/x', { signal: end.signal }).catch((thrown) => thrown);
  expect([aborted.name, connection.currentTrouble()]).toEqual(['AbortError', undefined]);
  await server.stop(true);
  const failure = await client.requestText('/x').catch((thrown) => thrown);
  expect(failure).toMatchObject({ name: 'ApiFailure', status: 0, isTemporary: true });
  expect(connection.currentTrouble()?.kind).toBe('silent');
});
