// The limit of what may be with the store: it shrinks when calls wait too long, and grows when it is reached and they don't.
import { beforeEach, describe, expect, test } from 'bun:test';
import { createMetrics } from '../../src/lib/metrics.ts';
import {
  LOAD_LEAST_CALLS,
  LOAD_MAX_CALLS,
  LOAD_START_CALLS,
  LOAD_TARGET_MILLISECONDS,
} from '../../src/limits.ts';
import { type BatchWatch, createStoreLoad, type StoreLoad } from '../../src/store/load.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';

let clock: ManualClock;
let load: StoreLoad;
let watch: BatchWatch;
beforeEach(() => {
  clock = manualClock();
  load = createStoreLoad({ clock, metrics: createMetrics() });
  watch = load.batcher('test');
});

/** So many calls come, and their batch comes back after so many milliseconds. */
function batch(calls: number, milliseconds: number): void {
  const queuedAt = watch.moment();
  watch.waits(calls);
  clock.advance(milliseconds);
  watch.settled(calls, queuedAt, queuedAt);
  watch.waits(-calls);
}

describe('the load of the store', () => {
  test('is full at the limit, and no longer when calls have come back', () => {
    watch.waits(LOAD_START_CALLS - 1);
    expect(load.turnsAway()).toBe(false);
    watch.waits(1);
    expect([load.turnsAway(), load.calls]).toEqual([true, LOAD_START_CALLS]);
    watch.waits(-1);
    expect(load.turnsAway()).toBe(false);
  });

  test('allows less when calls waited too long, down to a least', () => {
    batch(1_000, LOAD_TARGET_MILLISECONDS + 1);
    expect(load.limit).toBe(Math.floor(LOAD_START_CALLS * 0.8));
    for (let n = 0; n < 100; n += 1) batch(1_000, LOAD_TARGET_MILLISECONDS + 1);
    expect(load.limit).toBe(LOAD_LEAST_CALLS);
  });

  test('counts one jam once, however many batches tell of it', () => {
    const queuedAt = watch.moment();
    watch.waits(1_000);
    clock.advance(LOAD_TARGET_MILLISECONDS + 1);
    for (let n = 0; n < 10; n += 1) watch.settled(100, queuedAt, queuedAt);
    expect(load.limit).toBe(Math.floor(LOAD_START_CALLS * 0.8));
  });

  test('stays as it is after a jam in which few calls were', () => {
    batch(100, LOAD_TARGET_MILLISECONDS + 1);
    expect(load.limit).toBe(LOAD_START_CALLS);
  });

  test('does not fall below where it began, and may grow, while turning callers away takes the time', () => {
    for (let n = 0; n < 3; n += 1) {
      const queuedAt = watch.moment();
      watch.waits(5_000);
      for (let caller = 0; caller < 10_000; caller += 1) load.turnsAway();
      clock.advance(LOAD_TARGET_MILLISECONDS + 1);
      watch.settled(1_000, queuedAt, queuedAt);
      watch.waits(-5_000);
    }
    expect(load.limit).toBeGreaterThan(LOAD_START_CALLS);
  });

  test('soon allows many times as much when nearly all are turned away, however small the batches', () => {
    for (let n = 0; n < 20; n += 1) {
      const queuedAt = watch.moment();
      watch.waits(load.limit);
      for (let caller = 0; caller < 10_000; caller += 1) load.turnsAway();
      clock.advance(LOAD_TARGET_MILLISECONDS + 1);
      watch.settled(100, queuedAt, queuedAt);
      watch.waits(-load.calls);
    }
    expect(load.limit).toBeGreaterThan(5 * LOAD_START_CALLS);
  });

  test('allows more again when it is reached and nobody waits too long, up to a most', () => {
    for (let n = 0; n < 100; n += 1) batch(1_000, LOAD_TARGET_MILLISECONDS + 1);
    for (let n = 0; n < 1_000; n += 1) batch(load.limit, 10);
    expect(load.limit).toBe(LOAD_MAX_CALLS);
  });

  test('stays as it is while it is far from reached', () => {
    for (let n = 0; n < 100; n += 1) batch(10, 1);
    expect(load.limit).toBe(LOAD_START_CALLS);
  });
});
