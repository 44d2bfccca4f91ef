// The bounds of an attempt: the size of an answer, a token that does not come, a network that does not know the signal, and the
// pauses that a service demands.
import { expect, test } from 'bun:test';
import { signTestToken } from '../../test/harness/service.ts';
import { pauseMilliseconds, platformEnvironment } from '../src/environment.ts';
import type { PlaykeepError } from '../src/index.ts';
import { createDevice, failureOf, settle, until } from './devices.ts';
import { connectTo, envelope, html, record, startAnsweringServer, tag } from './foreign-pages.ts';
import { startSuite } from './suite.ts';

const server = startAnsweringServer();
const { player, device, stored } = startSuite();

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
    server.answer = () => envelope(200, { data: record }, tag);
    const { metadata, pauses } = connectTo(server.url, { token });
    const failures = await Promise.all([failureOf(metadata.get()), failureOf(metadata.merge({}))]);
    for (const { code, message } of failures)
      expect([code, message]).toEqual(['network', 'The token did not come within 30 seconds']);
    expect([asked, pauses, server.requests.length]).toEqual([1, [], 0]);
    expect((await failureOf(metadata.get())).code).toBe('network');
    // A token that comes late is taken while there is no other.
    give('late');
    await Bun.sleep(1);
    expect([(await metadata.get()).playerId, asked]).toEqual(['ann', 2]);
    expect(server.requests[0]?.authorization).toBe('Bearer late');
  }));

test('a signal ends the wait for a token, and for a network that does not know it, at once', async () => {
  for (const options of [
    { token: () => new Promise<string>(() => undefined) },
    { fetch: (() => new Promise(() => undefined)) as unknown as typeof fetch },
  ]) {
    const abort = new AbortController();
    const failure = failureOf(connectTo(server.url, options).metadata.get({ signal: abort.signal }));
    await Bun.sleep(20);
    abort.abort(new Error('the player left'));
    expect((await failure).message).toBe('the player left');
  }
});

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
    server.answer = () =>
      inEnvelope ? envelope(503, { error: { message: 'Service unavailable' } }, headers) : html(503, headers);
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
      return envelope(503, { error: { message: 'Service unavailable' } }, { 'retry-after': '3600' });
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
  await Bun.sleep(100);
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
