// The end of the HTTP server on a manual clock: the time of draining, the answers meanwhile, and the wait for requests.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Handler } from '../../src/http/http-route.ts';
import { type HttpServer, startHttpServer } from '../../src/http/server.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import {
  SHUTDOWN_DRAIN_SECONDS,
  SHUTDOWN_GRACE_SECONDS,
  SHUTDOWN_SETTLE_MILLISECONDS,
} from '../../src/limits.ts';
import { paths } from '../harness/api.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { signTestToken, startService } from '../harness/service.ts';

let clock: ManualClock;
let server: HttpServer;
/** Resolves when a request to `/slow` has arrived. */
let come: PromiseWithResolvers<void>;
/** Lets `/slow` be answered. */
let answered: PromiseWithResolvers<void>;

beforeEach(async () => {
  clock = manualClock();
  come = Promise.withResolvers();
  answered = Promise.withResolvers();
  // One record for all, since routes of a path share it.
  const access = { isSheddable: false, cors: 'configured' } as const;
  const handlers: Record<string, Handler> = {
    '/quick': () => ({ status: 200, body: 'quick', headers: {} }),
    '/slow': async () => {
      come.resolve();
      await answered.promise;
      return { status: 200, body: 'slow', headers: {} };
    },
  };
  server = await startHttpServer({
    ...{ host: '127.0.0.1', port: 0, corsOrigins: '*', production: true },
    routes: Object.entries(handlers).map(([path, handle]) => ({
      ...{ method: 'GET', path, handle, access },
    })),
    clock,
    log: createLog({ level: 'silent', production: true }),
    metrics: createMetrics(),
    tryAdmit: () => true,
  });
});
afterEach(async () => {
  answered.resolve();
  await server.stop(0);
});

/** Returns a function that says whether a promise has settled. */
function watch(promise: Promise<unknown>): () => boolean {
  let isSettled = false;
  const settled = () => {
    isSettled = true;
  };
  promise.then(settled, settled);
  return () => isSettled;
}

describe('a drain', () => {
  test('takes the time that it is given, and tells each connection to close meanwhile', async () => {
    const before = await fetch(`${server.url}/quick`);
    expect([before.status, before.headers.get('connection')]).toEqual([200, null]);
    const draining = server.drain(SHUTDOWN_DRAIN_SECONDS);
    const isDrained = watch(draining);
    for (
      let quarter = 1;
      quarter * 250 < SHUTDOWN_DRAIN_SECONDS * 1000 - SHUTDOWN_SETTLE_MILLISECONDS;
      quarter += 1
    ) {
      await clock.pass(250);
      const meanwhile = await fetch(`${server.url}/quick`);
      expect([meanwhile.status, meanwhile.headers.get('connection')]).toEqual([200, 'close']);
    }
    expect(isDrained()).toBe(false);
    const startedAt = clock.monotonic();
    await clock.passUntil(draining);
    expect(clock.monotonic() - startedAt).toBeGreaterThanOrEqual(SHUTDOWN_SETTLE_MILLISECONDS);
  });
});

describe('a stop', () => {
  test('waits for a request in flight, and ends right after it', async () => {
    const answer = fetch(`${server.url}/slow`);
    await come.promise;
    const stopping = server.stop(SHUTDOWN_GRACE_SECONDS);
    const isStopped = watch(stopping);
    await clock.pass(SHUTDOWN_GRACE_SECONDS * 1000 - 1);
    expect(isStopped()).toBe(false);
    answered.resolve();
    expect(await (await answer).text()).toBe('slow');
    await stopping;
  });

  test('cuts a request that never ends when the grace is over', async () => {
    const outcome = fetch(`${server.url}/slow`).then(
      () => 'answered',
      () => 'cut',
    );
    await come.promise;
    const stopping = server.stop(SHUTDOWN_GRACE_SECONDS);
    const isStopped = watch(stopping);
    await clock.pass(SHUTDOWN_GRACE_SECONDS * 1000 - 1);
    expect(isStopped()).toBe(false);
    await clock.pass(1);
    await stopping;
    expect(await outcome).toBe('cut');
  });
});

test('a service ends when its grace is over, though a request never becomes complete', async () => {
  const service = await startService();
  const token = await signTestToken('ann');
  const head = [`POST ${paths.metadata} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${token}`];
  const closed = Promise.withResolvers<void>();
  const { hostname, port } = new URL(service.url);
  await Bun.connect({
    ...{ hostname, port: Number(port) },
    socket: {
      open: (socket) => void socket.write(`${head.join('\r\n')}\r\nContent-Length: 100\r\n\r\n{"data":`),
      close: () => closed.resolve(),
      data: () => undefined,
    },
  });
  const inProgress = async () =>
    /requests_in_progress (\d+)/.exec((await service.call('GET', '/metrics')).text)?.[1];
  // The request for the metrics is one of them.
  while ((await inProgress()) !== '2') await Bun.sleep(1);
  const stopping = service.stop();
  const isStopped = watch(stopping);
  await service.clock.pass(SHUTDOWN_GRACE_SECONDS * 1000 - 1);
  expect(isStopped()).toBe(false);
  await service.clock.pass(1);
  // The grace begins after the earlier steps of a stop.
  await service.clock.passUntil(stopping);
  await closed.promise;
});
