// Callers that send or read slowly: their memory is bounded, and no other caller waits for them.

import { heapStats } from 'bun:jsc';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { createMemoryBudget } from '../../src/admission/memory-budget.ts';
import {
  MEMORY_BUDGET_MAX_BYTES,
  MEMORY_BUDGET_MAX_BYTES_PER_PLAYER,
  RESPONSE_BACKLOG_MAX_BYTES,
} from '../../src/limits.ts';
import { LARGE_BODY_BYTES } from '../../src/tuning.ts';
import { paths } from '../harness/api.ts';
import { type Service, signTestToken, startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';
import { metricOf } from '../harness/waiting.ts';

const largest = 16 * 1024 * 1024;
let service: Service;
let token: string;
let sockets: Socket[];
/** Sends a request and reads nothing of its answer. */
function send(head: string, body = ''): Socket {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.pause();
  socket.write(`${head} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${body}`);
  sockets.push(socket);
  return socket;
}

/** The number of requests refused as busy. */
const refused = () => metricOf(service.url, 'playkeep_refusals_total{reason="busy"}');

/** The number of requests without an answer, including the request for this number. */
const inProgress = () => metricOf(service.url, 'playkeep_http_requests_in_progress');

const status = async (method: string, path: string, body?: string) =>
  (await service.call(method, path, { token, ...(body !== undefined && { body }) })).status;

describe('a service', () => {
  beforeEach(async () => {
    service = await startService({ environment: { METADATA_MAX_BYTES: String(largest) } });
    token = await signTestToken('ann');
    sockets = [];
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await service.stop();
  });

  /** In each turn the server reads all connections. */
  const letServerRead = async () => {
    for (let turn = 0; turn < 100; turn += 1) await service.call('GET', '/livez');
  };

  test('unread answers are bounded together; small ones are still made, and large ones once the backlog shrinks', async () => {
    const document = JSON.stringify({ data: { x: 'x'.repeat(largest - 100) } });
    expect(await status('POST', paths.metadata, document)).toBe(200);
    const fitting = Math.floor(RESPONSE_BACKLOG_MAX_BYTES / largest);
    for (let n = 0; n < 2 * fitting; n += 1) send(`GET ${paths.metadata}`, '\r\n');
    await until(async () => (await refused()) >= fitting);
    expect(await refused()).toBeLessThanOrEqual(fitting + 1);
    expect(await status('POST', paths.start)).toBe(200);
    expect(await status('GET', '/livez')).toBe(200);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await status('GET', paths.metadata)) === 200);
  }, 180_000);

  test('arrived bodies are bounded for each player; small bodies and other players are still served', async () => {
    const part = `Content-Length: ${largest}\r\n\r\n{"data":{"x":"${'x'.repeat(largest - 100)}`;
    const fitting = MEMORY_BUDGET_MAX_BYTES_PER_PLAYER / largest;
    for (let n = 0; n < fitting; n += 1) send(`POST ${paths.metadata}`, part);
    await until(async () => sockets.every((socket) => socket.writableLength === 0));
    await letServerRead();
    expect(await refused()).toBe(0);
    send(`POST ${paths.metadata}`, part);
    await until(async () => (await refused()) === 1);
    const large = JSON.stringify({ data: { x: 'x'.repeat(1024 * 1024) } });
    expect(await status('POST', paths.metadata, large)).toBe(503);
    expect(await status('POST', paths.metadata, '{"data":{}}')).toBe(200);
    const bob = await service.as('bob', 'POST', paths.metadata, { body: large });
    expect(bob.status).toBe(200);
    const ids = (...sequentialIds: number[]) => JSON.stringify({ sequentialIds });
    expect(await status('POST', paths.lookup, ids(bob.body.data.sequentialId))).toBe(503);
    expect(await status('POST', paths.lookup, ids(1, 99))).toBe(200);
    const lookup = { body: ids(bob.body.data.sequentialId) };
    expect((await service.as('bob', 'POST', paths.lookup, lookup)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await status('POST', paths.metadata, large)) === 200);
  }, 180_000);

  test('announced bodies that never come take no memory budget from other players', async () => {
    const each = MEMORY_BUDGET_MAX_BYTES_PER_PLAYER / largest;
    const players = MEMORY_BUDGET_MAX_BYTES / MEMORY_BUDGET_MAX_BYTES_PER_PLAYER + 2;
    for (let n = 0; n < players; n += 1) {
      token = await signTestToken(`player ${n}`);
      for (let more = 0; more < each; more += 1)
        send(`POST ${paths.metadata}`, `Content-Length: ${largest}\r\n\r\n{`);
    }
    await until(async () => (await inProgress()) > players * each);
    const large = JSON.stringify({ data: { x: 'x'.repeat(1024 * 1024) } });
    expect(await status('POST', paths.metadata, large)).toBe(200);
    expect((await service.as('bob', 'POST', paths.metadata, { body: large })).status).toBe(200);
    expect(await refused()).toBe(0);
  }, 180_000);

  test('a body of many small chunks is not kept as one object for each chunk', async () => {
    const chunks = 200_000;
    const upload = send(
      `POST ${paths.metadata}`,
      `Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(chunks)}`,
    );
    await until(async () => upload.writableLength === 0);
    await letServerRead();
    Bun.gc(true);
    expect(heapStats().objectTypeCounts.Uint8Array ?? 0).toBeLessThan(chunks / 20);
    upload.resume();
    const answer = new Promise<string>((resolve) => upload.once('data', (bytes) => resolve(String(bytes))));
    upload.write('b\r\n{"data":{}}\r\n0\r\n\r\n');
    expect(await answer).toStartWith('HTTP/1.1 200 ');
  }, 180_000);
});

describe('the memory budget', () => {
  const large = MEMORY_BUDGET_MAX_BYTES_PER_PLAYER;

  test('is bounded for each player, and for all together', async () => {
    const budget = createMemoryBudget();
    const gate = Promise.withResolvers<void>();
    const hold = (playerId: string, bytes: number) =>
      budget.withReserved(playerId, bytes, () => gate.promise);
    const held = Array.from({ length: MEMORY_BUDGET_MAX_BYTES / large }, (_, n) =>
      hold(`player ${n}`, large),
    );
    await expect(hold('player 0', large)).rejects.toThrow('Service unavailable');
    await expect(hold('somebody else', large)).rejects.toThrow('Service unavailable');
    const small = hold('somebody else', LARGE_BODY_BYTES - 1);
    gate.resolve();
    await Promise.all([...held, small]);
    await hold('somebody else', large);
  });

  test('is reserved by a body as it grows, and released when the work is done', async () => {
    const budget = createMemoryBudget();
    const gate = Promise.withResolvers<void>();
    const growth = Promise.withResolvers<(bytes: number) => void>();
    const work = budget.withGrowing('ann', Number.POSITIVE_INFINITY, ({ grow }) => {
      growth.resolve(grow);
      return gate.promise;
    });
    const grow = await growth.promise;
    const hold = (bytes: number) => budget.withReserved('ann', bytes, async () => undefined);
    await hold(large);
    grow(large / 2);
    await hold(large / 2);
    await expect(hold(large / 2 + 1)).rejects.toThrow('Service unavailable');
    // A single request may exceed the bound of its player.
    grow(large);
    expect(() => grow(MEMORY_BUDGET_MAX_BYTES)).toThrow('Service unavailable');
    gate.resolve();
    await work;
    await hold(large);
  });

  test('admits one request of a player, however large, and is released when the work fails', async () => {
    const budget = createMemoryBudget();
    const fail = () => Promise.reject(new Error('failed'));
    for (let n = 0; n < 100; n += 1) {
      await expect(budget.withReserved('ann', 2 * large, fail)).rejects.toThrow('failed');
    }
  });
});
