// The client against answers that a service, a proxy, a captive portal or a broken connection gives: which it repeats, which it
// throws, and how often it asks for a token.
import { afterAll, beforeEach, expect, test } from 'bun:test';
import { createClient, type PlaykeepError } from '../src/index.ts';
import { randomId } from '../src/random-id.ts';

let answer: (request: Request) => Response | Promise<Response>;
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(request) });
afterAll(() => server.stop(true));

let pauses: number[];
let asked: number;
beforeEach(() => {
  pauses = [];
  asked = 0;
});

const connect = () =>
  createClient({
    url: `http://127.0.0.1:${server.port}/`,
    token: () => {
      asked += 1;
      return `token-${asked}`;
    },
    environment: {
      sleep: async (milliseconds) => void pauses.push(milliseconds),
      random: () => 0.5,
    },
  });

const data = (value: string, headers = {}) =>
  new Response(`{"statusCode":200,"data":${value}}`, {
    headers: { 'content-type': 'application/json', etag: '"7-1"', ...headers },
  });
const refusal = (status: number, error: object, headers = {}, extra = {}) =>
  Response.json({ statusCode: status, error, ...extra }, { status, headers });
const record =
  '{"playerId":"ann","sequentialId":7,"metadata":{"n":12345678901234567890, "d":1.00,"s":"}\\"]"}}';
const failureOf = (promise: Promise<unknown>): Promise<PlaykeepError> =>
  promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (thrown) => thrown,
  );

test('a record has parsed values beside its exact text and tag', async () => {
  answer = () => data(record, { etag: '"7-3"' });
  expect(await connect().metadata.get()).toEqual({
    playerId: 'ann',
    sequentialId: 7,
    metadata: { n: Number('12345678901234567890'), d: 1, s: '}"]' },
    text: '{"n":12345678901234567890, "d":1.00,"s":"}\\"]"}',
    etag: '"7-3"',
  });
  const second = record.replace('"sequentialId":7', '"sequentialId":8');
  answer = () => data(`{"records":[${record},${second}],"unknown":[9]}`);
  const { records, unknown } = await connect().metadata.lookup([7, 8, 9]);
  expect(records.map(({ text }) => text)).toEqual(
    Array(2).fill('{"n":12345678901234567890, "d":1.00,"s":"}\\"]"}'),
  );
  expect(unknown).toEqual([9]);
});

test('ten calls at once ask for one token, and for one more after a 401', async () => {
  answer = async (request) => {
    await Bun.sleep(5);
    const isFirst = request.headers.get('authorization') === 'Bearer token-1';
    return isFirst ? refusal(401, { message: 'Unauthorized' }) : data(record);
  };
  const { metadata } = connect();
  await Promise.all(Array.from({ length: 10 }, () => metadata.get()));
  expect(asked).toBe(2);
  await metadata.get();
  expect(asked).toBe(2);
});

test('a 401 after a new token is thrown with its detail, and the next call asks again', async () => {
  answer = () => refusal(401, { message: 'Unauthorized' }, { 'x-error-detail': 'the token has expired' });
  const { metadata } = connect();
  const failure = await failureOf(metadata.get());
  expect(failure).toMatchObject({ name: 'PlaykeepError', code: 'unauthorized', status: 401 });
  expect(failure.detail).toBe('the token has expired');
  expect(asked).toBe(2);
  answer = () => data(record);
  await metadata.get();
  expect([asked, pauses]).toEqual([3, []]);
});

test('a text that no header can carry is no token, and the next call asks again', async () => {
  answer = () => data(record);
  for (const page of ['<html>\nSign in</html>', 'tökén', 'two words', '\n']) {
    const texts = [page, ' signed\n'];
    const client = createClient({
      url: `http://127.0.0.1:${server.port}/`,
      token: () => texts.shift() ?? '',
    });
    const failure = await failureOf(client.metadata.get());
    expect([failure.code, failure.message]).toEqual(['unauthorized', 'No token was given']);
    expect(await client.metadata.get()).toMatchObject({ playerId: 'ann' });
  }
});

test('a token that cannot be obtained fails the call alone', async () => {
  const client = createClient({
    url: 'http://127.0.0.1:9',
    token: () => Promise.reject(new Error('no issuer')),
  });
  const failure = await failureOf(client.metadata.get());
  expect([failure.code, (failure.cause as Error).message]).toEqual(['unauthorized', 'no issuer']);
});

test.each([408, 429, 502, 503, 504])('%d is repeated with the same key after a pause', async (status) => {
  const keys: (string | null)[] = [];
  answer = (request) => {
    keys.push(request.headers.get('idempotency-key'));
    if (keys.length > 2) return data(record);
    return keys.length === 1
      ? new Response('<h1>a proxy</h1>', { status })
      : refusal(status, { message: 'Service unavailable' }, { 'retry-after': '7' });
  };
  await connect().metadata.merge({ gold: 1 });
  expect(keys).toHaveLength(3);
  expect([keys[0]?.length, new Set(keys).size]).toEqual([36, 1]);
  expect(pauses).toEqual([750, 7_000]);
});

test('pauses lie between half a second and a minute, and end after four repetitions', async () => {
  let calls = 0;
  answer = () => {
    calls += 1;
    return refusal(503, { message: 'Service unavailable' });
  };
  expect((await failureOf(connect().metadata.set({}))).code).toBe('unavailable');
  expect([calls, pauses]).toEqual([5, [750, 1_250, 2_250, 4_250]]);
});

test.each([
  [400, 'Invalid metadata format', 'refused'],
  [400, 'Session already active', 'conflict'],
  [403, 'Player suspended', 'refused'],
  [404, 'Player not found', 'refused'],
  [409, 'Session not current', 'superseded'],
  [409, 'Patch does not apply', 'refused'],
  [413, 'Metadata too large', 'too-large'],
  [422, 'Idempotency key reused', 'refused'],
  [500, 'Internal server error', 'unavailable'],
] as const)('%d %s is thrown at once as %s', async (status, message, code) => {
  let calls = 0;
  answer = () => {
    calls += 1;
    return refusal(status, { message, detail: 'why' });
  };
  const failure = await failureOf(connect().metadata.set({}));
  expect([failure.code, failure.status, failure.message, failure.detail]).toEqual([
    code,
    status,
    message,
    'why',
  ]);
  expect([calls, pauses]).toEqual([1, []]);
});

test('a conflict holds the current record with its exact text', async () => {
  const current = `{"statusCode":412,"error":{"message":"Precondition failed"},"data":${record}}`;
  answer = () => new Response(current, { status: 412, headers: { etag: '"7-9"' } });
  const failure = await failureOf(connect().metadata.set({}, { ifMatch: '"7-8"' }));
  expect([failure.code, failure.record?.etag]).toEqual(['conflict', '"7-9"']);
  expect(failure.record?.text).toContain('12345678901234567890');
});

test.each([
  ['the page of a captive portal', () => new Response('<h1>Welcome aboard</h1>')],
  ['a body that was cut off', () => new Response('{"statusCode":200,"data":{"playerId":"a')],
  ['the refusal of a proxy', () => new Response('no', { status: 403 })],
])('%s is no answer of the service, and is tried again', async (_, page) => {
  let calls = 0;
  answer = () => {
    calls += 1;
    return calls === 1 ? page() : data(record);
  };
  expect((await connect().metadata.get()).playerId).toBe('ann');
  expect(calls).toBe(2);
});

test('a size that a proxy refuses is too large', async () => {
  answer = () => new Response('<h1>nginx</h1>', { status: 413 });
  expect((await failureOf(connect().metadata.set({}))).code).toBe('too-large');
});

test('an aborted signal ends a call and its pauses with its reason', async () => {
  const abort = new AbortController();
  answer = () => {
    abort.abort(new Error('the player left'));
    return refusal(503, { message: 'Service unavailable' });
  };
  const failure = await failureOf(connect().metadata.get({ signal: abort.signal }));
  expect(failure.message).toBe('the player left');
});

test('numbers that JSON cannot hold are refused before anything is sent', async () => {
  answer = () => data(record);
  const { metadata } = connect();
  expect(await failureOf(metadata.merge({ gold: Number.NaN }))).toBeInstanceOf(TypeError);
  expect(asked).toBe(0);
});

test('identifiers are UUIDs of version 4, also without crypto.randomUUID', () => {
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(randomId()).toMatch(form);
  const { crypto } = globalThis;
  const bare = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) };
  Object.defineProperty(globalThis, 'crypto', { value: bare, configurable: true });
  try {
    const ids = Array.from({ length: 100 }, randomId);
    for (const id of ids) expect(id).toMatch(form);
    expect(new Set(ids).size).toBe(100);
  } finally {
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
  }
});

test('a failure tells the error of the service where its code has others in common', async () => {
  const failed = async (status: number, message: string) => {
    answer = () => refusal(status, { message });
    const { code, reason } = await failureOf(connect().sessions.heartbeat());
    return [code, reason];
  };
  expect(await failed(400, 'No active session found')).toEqual(['refused', 'no-active-session-found']);
  expect(await failed(400, 'Session already active')).toEqual(['conflict', 'session-already-active']);
  expect(await failed(409, 'Session not current')).toEqual(['superseded', 'session-not-current']);
  expect(await failed(403, 'Player suspended')).toEqual(['refused', 'player-suspended']);
  expect(await failed(404, 'Player not found')).toEqual(['refused', 'player-not-found']);
  expect(await failed(403, 'Forbidden')).toEqual(['refused', 'forbidden']);
});
