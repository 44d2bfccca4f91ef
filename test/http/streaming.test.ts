// Replies that are made while they are sent: complete or visibly cut off, no faster than their caller reads, and in flight until
// they end.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import net from 'node:net';
import pino from 'pino';
import type { HttpServer } from '../../src/http/server.ts';
import type { StreamedBody } from '../../src/http/streaming.ts';
import { createMetrics, type Metrics } from '../../src/lib/metrics.ts';
import { createFamilyReader, expose } from '../../src/metrics/exposition.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { sendRaw } from '../harness/raw.ts';
import { until } from '../harness/until.ts';
import { startTestServer } from './test-server.ts';

const piece = 'x'.repeat(64 * 1024);
const access = { isSheddable: false, cors: 'configured' } as const;
const headers = { 'content-type': 'application/json' };

let clock: ManualClock;
let server: HttpServer;
let metrics: Metrics;
let logged: string[];
/** The number of pieces requested from the source. */
let made: number;
/** Resolves when the source has been released. */
let released: PromiseWithResolvers<void>;
/** Holds a source back until the test releases it. */
let gate: PromiseWithResolvers<void>;

async function* pieces(count: number, failsAfter = Number.POSITIVE_INFINITY) {
  try {
    for (let n = 0; n < count; n += 1) {
      if (n >= failsAfter) throw new Error('the source failed');
      made += 1;
      yield n % 2 === 0 ? piece : new TextEncoder().encode(piece);
    }
  } finally {
    released.resolve();
  }
}

async function* gated() {
  try {
    yield 'first';
    await gate.promise;
    yield 'last';
  } finally {
    released.resolve();
  }
}

async function* late() {
  await gate.promise;
  yield* pieces(Number.POSITIVE_INFINITY);
}

const stream = (first: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
    cancel: () => released.resolve(),
  });

const bodies: Record<string, () => StreamedBody> = {
  '/whole': () => pieces(40),
  '/endless': () => pieces(Number.POSITIVE_INFINITY),
  '/fails/at-once': () => pieces(3, 0),
  '/fails/later': () => pieces(10, 3),
  '/gated': gated,
  '/late': late,
  '/empty': () => pieces(0),
  '/empty/pieces': async function* () {
    yield* ['', 'a', '', new Uint8Array(), 'b', ''];
  },
  '/stream': () => stream('first'),
};

beforeEach(async () => {
  clock = manualClock();
  metrics = createMetrics();
  logged = [];
  made = 0;
  released = Promise.withResolvers();
  gate = Promise.withResolvers();
  server = await startTestServer({
    routes: Object.entries(bodies).flatMap(([path, body]) =>
      (['GET', 'POST'] as const).map((method) => ({
        ...{ method, path, access },
        handle: () => ({ status: 200, body: body(), headers }),
      })),
    ),
    clock,
    log: pino({ level: 'debug' }, { write: (line) => void logged.push(line) }),
    metrics,
  });
});
afterEach(() => server.stop(0));

/** Answers other requests, while work goes on that has something to do. */
async function serveOthers(): Promise<void> {
  for (let n = 0; n < 50; n += 1) await (await fetch(`${server.url}/empty`)).text();
}

const statusesOf = (path: string): string[] =>
  expose(createFamilyReader(metrics)())
    .text.split('\n')
    .filter((line) => line.startsWith('playkeep_http_request_duration_seconds_count'))
    .filter((line) => line.includes(`route="${path}"`))
    .map((line) => `${/status="(\d+)"/.exec(line)?.[1]} ${line.split(' ').at(-1)}`);

const inProgress = (): number =>
  Number(/^playkeep_http_requests_in_progress (\d+)$/m.exec(expose(createFamilyReader(metrics)()).text)?.[1]);

/** A caller who reads nothing of the answer until it resumes. */
async function connectPaused(path: string): Promise<net.Socket> {
  const { port } = new URL(server.url);
  const socket = net.connect(Number(port), '127.0.0.1');
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await until(() => inProgress() === 1);
  return socket;
}

/** The bytes of the answer until the connection ends, and whether it was reset. */
async function readToEnd(socket: net.Socket): Promise<{ bytes: Buffer; isReset: boolean }> {
  const chunks: Buffer[] = [];
  const end = Promise.withResolvers<boolean>();
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  socket.on('error', () => end.resolve(true));
  socket.on('close', () => end.resolve(false));
  socket.resume();
  const isReset = await end.promise;
  return { bytes: Buffer.concat(chunks), isReset };
}

describe('a reply in pieces', () => {
  test('comes whole, text and bytes, with the headers of any other', async () => {
    const response = await fetch(`${server.url}/whole`, { headers: { 'x-request-id': 'mine' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-request-id')).toBe('mine');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.text()).toBe(piece.repeat(40));
    expect(statusesOf('/whole')).toEqual(['200 1']);
    expect(inProgress()).toBe(0);
  });

  test('may be empty, and may have empty pieces, which do not end it', async () => {
    expect(await (await fetch(`${server.url}/empty`)).text()).toBe('');
    expect(await (await fetch(`${server.url}/empty/pieces`)).text()).toBe('ab');
  });

  test('is made no faster than its caller reads', async () => {
    const socket = await connectPaused('/endless');
    await until(() => made > 0);
    let before = -1;
    while (before !== made) {
      before = made;
      await serveOthers();
    }
    // The buffers of system and runtime for one connection: a few megabytes at most.
    expect(made * piece.length).toBeLessThan(16 * 1024 * 1024);
    expect(inProgress()).toBe(1);
    socket.resume();
    await until(() => made > 2 * before);
    socket.destroy();
    await released.promise;
  });

  test('releases its source when its caller disconnects', async () => {
    const socket = await connectPaused('/endless');
    await until(() => made > 0);
    socket.destroy();
    await released.promise;
    await until(() => inProgress() === 0);
    expect(statusesOf('/endless')).toEqual(['499 1']);
    const before = made;
    await serveOthers();
    expect(made).toBe(before);
  });

  test.each(['/gated', '/late'])(
    'counts as 499 when its caller disconnects before the source goes on: %s',
    async (path) => {
      const socket = await connectPaused(path);
      socket.destroy();
      await until(() => inProgress() === 0);
      gate.resolve();
      await released.promise;
      await until(() => statusesOf(path).join() === '499 1');
      expect(made).toBeLessThan(10);
    },
  );

  test.each(['1.1', '1.0'])('that fails half-way is cut off visibly in HTTP/%s', async (version) => {
    const { port } = new URL(server.url);
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.write(`GET /fails/later HTTP/${version}\r\nHost: x\r\n\r\n`);
    const { bytes, isReset } = await readToEnd(socket);
    expect(isReset).toBe(true);
    expect(bytes.toString()).not.toEndWith('0\r\n\r\n');
    expect(bytes.toString()).not.toContain('the source failed');
    await released.promise;
    expect(statusesOf('/fails/later')).toEqual(['500 1']);
    expect(logged.filter((line) => line.includes('the source failed'))).toHaveLength(1);
    expect(inProgress()).toBe(0);
  });

  test('that fails before its first piece is a 500 like any other', async () => {
    const response = await fetch(`${server.url}/fails/at-once`);
    expect([response.status, await response.text()]).toEqual([
      500,
      '{"statusCode":500,"error":{"message":"Internal server error"}}',
    ]);
    expect(statusesOf('/fails/at-once')).toEqual(['500 1']);
  });

  test('answers HEAD without asking its source for anything, and without a false length', async () => {
    const request = 'HEAD /whole HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const { received } = await sendRaw(server.url, [request]);
    expect(received).toStartWith('HTTP/1.1 200 OK\r\n');
    expect(received.toLowerCase()).toContain('content-type: application/json');
    expect(received.toLowerCase()).not.toContain('content-length');
    expect(received).toEndWith('\r\n\r\n');
    expect(made).toBe(0);
    expect(statusesOf('/whole')).toEqual(['200 1']);
    expect((await fetch(`${server.url}/stream`, { method: 'HEAD' })).status).toBe(200);
    await released.promise;
  });

  test('may be a ReadableStream, which is cancelled when its caller disconnects', async () => {
    const socket = await connectPaused('/stream');
    await serveOthers();
    socket.destroy();
    await released.promise;
    await until(() => statusesOf('/stream').join() === '499 1');
  });

  test('leaves before a request body that nobody reads, and then ends the connection', async () => {
    const head = 'POST /empty/pieces HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n';
    const complete = (received: string) => received.endsWith('0\r\n\r\n');
    const { received, closed } = await clock.passUntil(sendRaw(server.url, [head]));
    expect(received.toLowerCase()).toContain('connection: close');
    expect([complete(received), closed]).toEqual([true, true]);
    expect(statusesOf('/empty/pieces')).toEqual(['200 1']);
  });

  test('keeps the connection for the next request', async () => {
    const get = 'GET /empty/pieces HTTP/1.1\r\nHost: x\r\n';
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
    const answers = readToEnd(socket);
    socket.write(`${get}\r\n`);
    await until(() => statusesOf('/empty/pieces').join() === '200 1');
    socket.write(`${get}Connection: close\r\n\r\n`);
    const { bytes } = await answers;
    expect(bytes.toString().split('HTTP/1.1 200 OK')).toHaveLength(3);
    expect(statusesOf('/empty/pieces')).toEqual(['200 2']);
  });
});

describe('a server that stops', () => {
  test('cuts it off when the grace is over', async () => {
    const socket = await connectPaused('/gated');
    const answer = readToEnd(socket);
    await server.stop(0);
    const { bytes } = await answer;
    expect(bytes.toString()).not.toEndWith('0\r\n\r\n');
    gate.resolve();
    await released.promise;
    expect(statusesOf('/gated')).toEqual(['499 1']);
  });
});
