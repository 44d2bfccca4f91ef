// The client against answers that a service, a proxy, a captive portal or a broken connection gives: which it repeats, which it
// throws, and how often it asks for a token. And the bounds of an attempt: the size of an answer, a token that does not come, a network
// that does not know the signal, and the pauses that a service demands.
import { expect, test } from 'bun:test';
import { signTestToken } from '../../test/harness/service.ts';
import { pauseMilliseconds, platformEnvironment } from '../src/environment.ts';
import type { PlaykeepError } from '../src/index.ts';
import { randomId } from '../src/random-id.ts';
import { createDevice, failureOf, settle, until } from './devices.ts';
import { connectTo, envelope, html, record, startAnsweringServer, tag } from './foreign-pages.ts';
import { startSuite } from './suite.ts';

const server = startAnsweringServer();
const { player, device, stored } = startSuite();

const refusal = (status: number, message: string, headers = {}) =>
  envelope(status, { error: { message, detail: 'why' } }, headers);
const busy = (headers = {}) => refusal(503, 'Service unavailable', headers);
const good = () => envelope(200, { data: record }, tag);

test('a record has parsed values beside its exact text and tag', async () => {
  const exact = '{"n":12345678901234567890, "d":1.00,"s":"}\\"]"}';
  const textOf = (id: number) => `{"playerId":"ann","sequentialId":${id},"metadata":${exact}}`;
  const data = (value: string) => new Response(`{"statusCode":200,"data":${value}}`, { headers: tag });
  server.answer = () => data(textOf(7));
  const { metadata } = connectTo(server.url);
  expect(await metadata.get()).toEqual({
    playerId: 'ann',
    sequentialId: 7,
    metadata: { n: Number('12345678901234567890'), d: 1, s: '}"]' },
    text: exact,
    etag: '"7-3"',
  });
  server.answer = () => data(`{"records":[${textOf(7)},${textOf(8)}],"unknown":[9]}`);
  const { records, unknown } = await metadata.lookup([7, 8, 9]);
  expect([records.map(({ text }) => text), unknown]).toEqual([[exact, exact], [9]]);
  const conflict = `{"statusCode":412,"error":{"message":"Precondition failed"},"data":${textOf(7)}}`;
  server.answer = () => new Response(conflict, { status: 412, headers: { etag: '"7-9"' } });
  const failure = await failureOf(metadata.set({}, { ifMatch: '"7-8"' }));
  expect([failure.code, failure.record?.etag, failure.record?.text]).toEqual(['conflict', '"7-9"', exact]);
});

test('a 401 after a new token is thrown with its detail, and the next call asks again', async () => {
  let asked = 0;
  const token = () => {
    asked += 1;
    return `token-${asked}`;
  };
  const { metadata, pauses } = connectTo(server.url, { token });
  server.answer = () =>
    envelope(401, { error: { message: 'Unauthorized' } }, { 'x-error-detail': 'the token has expired' });
  const failure = await failureOf(metadata.get());
  expect(failure).toMatchObject({ name: 'PlaykeepError', code: 'unauthorized', status: 401 });
  expect([asked, failure.detail]).toEqual([2, 'the token has expired']);
  server.answer = good;
  await metadata.get();
  expect([asked, pauses]).toEqual([3, []]);
  // Nothing is sent, nor a token asked for, of what JSON cannot hold.
  expect(
    await failureOf(connectTo(server.url, { token }).metadata.merge({ gold: Number.NaN })),
  ).toBeInstanceOf(TypeError);
  expect(asked).toBe(3);
});

test('a text that no header can carry is no token, and a token that cannot be obtained fails the call alone', async () => {
  server.answer = good;
  for (const page of ['<html>\nSign in</html>', 'tökén', 'two words', '\n']) {
    const texts = [page, ' signed\n'];
    const { metadata } = connectTo(server.url, { token: () => texts.shift() ?? '' });
    const failure = await failureOf(metadata.get());
    expect([failure.code, failure.message]).toEqual(['unauthorized', 'No token was given']);
    expect(await metadata.get()).toMatchObject({ playerId: 'ann' });
  }
  const token = () => Promise.reject(new Error('no issuer'));
  const failure = await failureOf(connectTo(server.url, { token }).metadata.get());
  expect([failure.code, (failure.cause as Error).message]).toEqual(['unauthorized', 'no issuer']);
});

test.each([408, 429, 502, 503, 504])('%d is repeated with the same key after a pause', async (status) => {
  const keys: (string | null)[] = [];
  const fetching = (async (input: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    return fetch(input, init);
  }) as typeof fetch;
  const answers = [html(status), refusal(status, 'Service unavailable', { 'retry-after': '7' }), good()];
  server.answer = () => answers.shift() ?? good();
  const { metadata, pauses } = connectTo(server.url, { fetch: fetching });
  await metadata.merge({ gold: 1 });
  expect([keys.length, keys[0]?.length, new Set(keys).size, pauses]).toEqual([3, 36, 1, [750, 7_000]]);
});

test('pauses lie between half a second and a minute, and end after four repetitions', async () => {
  server.answer = () => busy();
  const { metadata, pauses } = connectTo(server.url);
  expect((await failureOf(metadata.set({}))).code).toBe('unavailable');
  expect([server.requests.length, pauses]).toEqual([5, [750, 1_250, 2_250, 4_250]]);
});

test.each([
  [400, 'Invalid metadata format', 'refused', 'invalid-metadata-format'],
  [400, 'No active session found', 'refused', 'no-active-session-found'],
  [400, 'Session already active', 'conflict', 'session-already-active'],
  [403, 'Forbidden', 'refused', 'forbidden'],
  [403, 'Player suspended', 'refused', 'player-suspended'],
  [404, 'Player not found', 'refused', 'player-not-found'],
  [409, 'Session not current', 'superseded', 'session-not-current'],
  [409, 'Patch does not apply', 'refused', 'patch-does-not-apply'],
  [413, 'Metadata too large', 'too-large', 'metadata-too-large'],
  [422, 'Idempotency key reused', 'refused', 'idempotency-key-reused'],
  [500, 'Internal server error', 'unavailable', 'internal-server-error'],
] as const)('%d %s is thrown at once as %s, with its reason', async (status, message, code, reason) => {
  server.answer = () => refusal(status, message);
  const { metadata, pauses } = connectTo(server.url);
  const failure = await failureOf(metadata.set({}));
  expect(failure).toMatchObject({ code, status, message, reason, detail: 'why' });
  expect([server.requests.length, pauses]).toEqual([1, []]);
});

test('an answer of a proxy is tried again, but a size that it refuses is too large', async () => {
  for (const page of [html(200), new Response('{"statusCode":200,"data":{"playerId":"a'), html(403)]) {
    const answers = [page];
    server.answer = () => answers.shift() ?? good();
    expect((await connectTo(server.url).metadata.get()).playerId).toBe('ann');
  }
  expect(server.requests.length).toBe(6);
  server.answer = () => html(413);
  expect((await failureOf(connectTo(server.url).metadata.set({}))).code).toBe('too-large');
});

test('a signal ends a call at once: in a pause, in the wait for a token, and where the network does not know it', async () => {
  const abort = new AbortController();
  const reason = new Error('the player left');
  server.answer = () => {
    abort.abort(reason);
    return busy();
  };
  const { signal } = abort;
  expect(await failureOf(connectTo(server.url).metadata.get({ signal }))).toBe(reason as never);
  for (const option of ['token', 'fetch'] as const) {
    const late = new AbortController();
    const asked = Promise.withResolvers<void>();
    const never = () => {
      asked.resolve();
      return new Promise<never>(() => undefined);
    };
    const client = connectTo(server.url, { [option]: never as never });
    const failure = failureOf(client.metadata.get({ signal: late.signal }));
    await asked.promise;
    late.abort(reason);
    expect(await failure).toBe(reason as never);
  }
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

const mebibyte = new Uint8Array(1024 * 1024).fill(32);

test('an answer over 64 MiB is not received', async () => {
  let sent = 0;
  const streaming = (first: string) =>
    new Response(
      new ReadableStream({
        pull(controller) {
          if (sent === 0) controller.enqueue(new TextEncoder().encode(first));
          sent += 1;
          controller.enqueue(mebibyte);
          if (sent > 300) controller.close();
        },
      }),
      { headers: tag },
    );
  let answers = 0;
  server.answer = () => {
    sent = 0;
    answers += 1;
    return streaming(JSON.stringify({ statusCode: 200, data: record }));
  };
  const failure = await failureOf(connectTo(server.url).metadata.get());
  expect([failure.code, failure.message]).toEqual(['network', 'The answer is too large']);
  expect([answers, sent < 300]).toEqual([5, true]);
}, 60_000);

test('an answer over 64 MiB does not count where the platform reads only whole bodies', async () => {
  const text = `${JSON.stringify({ statusCode: 200, data: record })}${' '.repeat(64 * 1024 * 1024)}`;
  const whole = (length: string | undefined, body: string) => {
    const headers = new Headers({ ...tag, ...(length && { 'content-length': length }) });
    return (async () => ({ status: 200, headers, text: async () => body })) as unknown as typeof fetch;
  };
  for (const [length, body] of [
    [undefined, text],
    ['67108865', text.trim()],
  ] as const) {
    const failure = await failureOf(connectTo(server.url, { fetch: whole(length, body) }).metadata.get());
    expect(failure.message).toBe('The answer is too large');
  }
  expect((await connectTo(server.url, { fetch: whole('100', text.trim()) }).metadata.get()).playerId).toBe(
    'ann',
  );
}, 30_000);

/** Timers of 30 seconds take 60 milliseconds meanwhile. */
async function hurried<T>(run: () => Promise<T>): Promise<T> {
  const usual = globalThis.setTimeout;
  const hurry = (task: () => void, milliseconds?: number) =>
    usual(task, milliseconds === 30_000 ? 60 : milliseconds);
  globalThis.setTimeout = hurry as typeof setTimeout;
  try {
    return await run();
  } finally {
    globalThis.setTimeout = usual;
  }
}

test('a token that never comes is a network fault after 30 seconds, and is asked for again', () =>
  hurried(async () => {
    let asked = 0;
    let give: (token: string) => void = () => undefined;
    const token = () => {
      asked += 1;
      return asked === 3 ? 'token' : new Promise<string>((resolve) => (give = resolve));
    };
    server.answer = good;
    const { metadata, pauses } = connectTo(server.url, { token });
    const failures = await Promise.all([failureOf(metadata.get()), failureOf(metadata.merge({}))]);
    for (const { code, message } of failures)
      expect([code, message]).toEqual(['network', 'The token did not come within 30 seconds']);
    expect([asked, pauses, server.requests.length]).toEqual([1, [], 0]);
    expect((await failureOf(metadata.get())).code).toBe('network');
    // A token that comes late is taken while there is no other.
    give('late');
    await new Promise(setImmediate);
    expect([(await metadata.get()).playerId, asked]).toEqual(['ann', 2]);
    expect(server.requests[0]?.authorization).toBe('Bearer late');
  }));

test('a token that never comes leaves a save waiting, and retry asks anew', async () => {
  const name = player();
  let isStuck = true;
  const signed = await signTestToken(name);
  const token = () => (isStuck ? new Promise<string>(() => undefined) : signed);
  const save = await hurried(async () => {
    const stuck = await device(name, { player: name, token }).openSave({ initial: { gold: 0 } });
    await stuck.increment('/gold', 1);
    const failure = await failureOf(stuck.flush());
    expect([failure.code, failure.message, stuck.status]).toEqual([
      'network',
      'The token did not come within 30 seconds',
      'waiting',
    ]);
    return stuck;
  });
  isStuck = false;
  save.retry();
  await until(() => save.status === 'saved');
  expect((await device(name).metadata.get()).text).toBe('{"gold":1}');
  await save.close();
});

test('Retry-After counts in the envelope alone, in seconds, and up to ten minutes', async () => {
  for (const [header, inEnvelope, seconds] of [
    ['7', true, 7],
    ['86400', true, 600],
    ['86400', false, undefined],
    ['-1', true, undefined],
    ['1e9', true, undefined],
    ['Fri, 31 Dec 2027 23:59:59 GMT', true, undefined],
    ['', true, undefined],
  ] as const) {
    const headers = { 'retry-after': header };
    server.answer = () => (inEnvelope ? busy(headers) : html(503, headers));
    const client = connectTo(server.url);
    const failure = await failureOf(client.metadata.get());
    expect([header, failure.retryAfterSeconds, client.pauses[0]]).toEqual([
      header,
      seconds,
      (seconds ?? 0.75) * 1_000,
    ]);
  }
});

test('pauses grow to a minute without an answer, and to 20 seconds where the service has answered', () => {
  const longest = (retryAfter?: number) =>
    [1, 2, 5, 6, 7, 1_000].map((failures) => pauseMilliseconds(failures, retryAfter, () => 1) / 1_000);
  expect(longest()).toEqual([1, 2, 16, 32, 60, 60]);
  expect(longest(1)).toEqual([1, 2, 16, 20, 20, 20]);
  expect(longest(30)).toEqual([30, 30, 30, 30, 30, 30]);
  expect([pauseMilliseconds(9, undefined, () => 0), pauseMilliseconds(9, 1, () => 0)]).toEqual([500, 1_000]);
});

test('a demanded pause is waited out, also when the network returns or the page is shown', async () => {
  let count = 0;
  const demanded: number[] = [];
  const phone = createDevice('http://127.0.0.1:9', 'ann', {
    fetch: (async () => {
      count += 1;
      return busy({ 'retry-after': '3600' });
    }) as unknown as typeof fetch,
    environment: {
      sleep(milliseconds, signal) {
        if (milliseconds > 60_000 && milliseconds < 2 ** 31 - 1) demanded.push(milliseconds);
        return platformEnvironment.sleep(milliseconds, signal);
      },
    },
  });
  const save = await phone.openSave({ initial: {} });
  await until(() => demanded.length > 0);
  const before = count;
  for (const event of ['online', 'wake', 'sleep', 'wake'] as const) phone.tell(event);
  const flushed = save.flush().catch((failure: PlaykeepError) => failure.code);
  // Each event of the device and each flush has been heard by then.
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect([count, demanded]).toEqual([before, [600_000]]);
  save.retry();
  await until(() => count > before);
  await save.close();
  expect(await flushed).toBe('closed');
});

test('the return of the network ends a pause that nobody demanded, and the record is read first', async () => {
  const name = player();
  const phone = device(name, { environment: { sleep: platformEnvironment.sleep } });
  const save = await phone.openSave({ initial: { gold: 0 } });
  await save.flush();
  phone.isOnline = false;
  await save.increment('/gold', 1);
  await until(() => save.status === 'waiting');
  phone.isOnline = true;
  phone.requests.length = 0;
  phone.tell('online');
  await settle(save);
  expect(phone.requests.map(({ method }) => method)).toContain('PATCH');
  expect(await stored(name)).toBe('{"gold":1}');
  await save.close();
});
