// The end of the HTTP server on a manual clock: the time of draining, the answers meanwhile, and the wait for requests.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { HttpServer } from '../../src/http/server.ts';
import {
  SHUTDOWN_DRAIN_SECONDS,
  SHUTDOWN_GRACE_SECONDS,
  SHUTDOWN_SETTLE_MILLISECONDS,
} from '../../src/limits.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { routesOf, startTestServer } from './test-server.ts';

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
  const routes = routesOf({
    '/quick': () => ({ status: 200, body: 'quick', headers: {} }),
    '/slow': async () => {
      come.resolve();
      await answered.promise;
      return { status: 200, body: 'slow', headers: {} };
    },
  });
  server = await startTestServer({ routes, clock });
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
    const served = SHUTDOWN_DRAIN_SECONDS * 1000 - SHUTDOWN_SETTLE_MILLISECONDS;
    for (let passed = 250; passed < served; passed += 250) {
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
