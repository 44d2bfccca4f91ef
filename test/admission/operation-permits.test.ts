// Permits for operations of servers: several at once while players send few requests, one after the other while they send many.
import { beforeEach, expect, test } from 'bun:test';
import { createOperationPermits, type OperationPermits } from '../../src/admission/operation-permits.ts';
import {
  BULK_BUSY_MILLISECONDS,
  BULK_BUSY_REQUESTS_PER_SECOND,
  BULK_BUSY_WINDOW_MILLISECONDS,
  BULK_OPERATIONS_IN_FLIGHT,
  BULK_PAUSE_MILLISECONDS,
} from '../../src/tuning.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';

let clock: ManualClock;
let requests: number;
let permits: OperationPermits;
let started: number[];
let ends: (() => void)[];
beforeEach(() => {
  clock = manualClock();
  requests = 0;
  permits = createOperationPermits(clock, () => requests);
  started = [];
  ends = [];
});

function start(count: number): Promise<unknown> {
  const operations = Array.from({ length: count }, (_, n) =>
    permits.withPermit(() => {
      started.push(n);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  return Promise.all(operations);
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
async function endNext(): Promise<void> {
  ends.shift()?.();
  await settle();
}

/** Lets players send many requests for a window. */
function bePlayedBusily(): void {
  clock.advance(BULK_BUSY_WINDOW_MILLISECONDS);
  requests += (BULK_BUSY_REQUESTS_PER_SECOND * BULK_BUSY_WINDOW_MILLISECONDS) / 1000 + 1;
}

test('several operations are under way while players send few requests, in the order of their asking', async () => {
  const all = start(BULK_OPERATIONS_IN_FLIGHT + 2);
  await settle();
  expect(started).toEqual(Array.from({ length: BULK_OPERATIONS_IN_FLIGHT }, (_, n) => n));
  clock.advance(BULK_BUSY_WINDOW_MILLISECONDS);
  requests += (BULK_BUSY_REQUESTS_PER_SECOND * BULK_BUSY_WINDOW_MILLISECONDS) / 1000;
  await endNext();
  expect(started).toHaveLength(BULK_OPERATIONS_IN_FLIGHT + 1);
  while (ends.length > 0) await endNext();
  await all;
  expect(started).toHaveLength(BULK_OPERATIONS_IN_FLIGHT + 2);
});

test('one operation is under way while players send many requests, and the next one starts after a pause', async () => {
  bePlayedBusily();
  const all = start(3);
  await settle();
  expect(started).toEqual([0]);
  clock.advance(1);
  await endNext();
  expect(started).toEqual([0]);
  clock.advance(BULK_PAUSE_MILLISECONDS - 1);
  await settle();
  expect(started).toEqual([0, 1]);
  // One that takes longer than the pause is followed at once.
  clock.advance(BULK_PAUSE_MILLISECONDS);
  expect(started).toEqual([0, 1]);
  await endNext();
  expect(started).toEqual([0, 1, 2]);
  await endNext();
  await all;
});

test('a while after the last busy window several operations start again', async () => {
  bePlayedBusily();
  const all = start(4);
  await settle();
  clock.advance(BULK_BUSY_MILLISECONDS - 1);
  await endNext();
  expect(started).toEqual([0, 1]);
  clock.advance(1);
  await endNext();
  expect(started).toEqual([0, 1, 2, 3]);
  while (ends.length > 0) await endNext();
  await all;
});

test('an operation that fails gives its permit back', async () => {
  bePlayedBusily();
  const failed = permits.withPermit(() => Promise.reject(new Error('refused')));
  expect(await failed.catch((error: Error) => error.message)).toBe('refused');
  clock.advance(BULK_PAUSE_MILLISECONDS);
  expect(await permits.withPermit(async () => 'done')).toBe('done');
});
