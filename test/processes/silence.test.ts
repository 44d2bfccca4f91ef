// The watchdog of the parent: a process that says nothing is killed, and none for words that the parent itself was too late to read.
import { beforeEach, expect, test } from 'bun:test';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import type { Child, End } from '../../src/processes/child.ts';
import { createSupervisor } from '../../src/processes/supervisor.ts';

const silenceMilliseconds = 10_000;
let now: number;
let look: () => void;
let killed: number[];
let heardAt: number[];
let ended: PromiseWithResolvers<End>[];

const clock: Clock = {
  ...systemClock,
  monotonic: () => now,
  sleep: () => new Promise(() => undefined),
  every(_milliseconds, run) {
    look = run;
    return () => undefined;
  },
};

/** Passes time in the steps of the parent; the processes of these numbers are heard in each. */
function pass(milliseconds: number, heard: readonly number[]): void {
  for (const end = now + milliseconds; now < end; ) {
    now += 2_000;
    for (const number of heard) heardAt[number - 1] = now;
    look();
  }
}

beforeEach(async () => {
  now = 0;
  killed = [];
  heardAt = [0, 0, 0];
  ended = heardAt.map(() => Promise.withResolvers<End>());
  const startChild = (number: number): Child => ({
    ...{ number, pid: number, families: [] },
    ready: Promise.resolve('http://127.0.0.1:1'),
    exited: ended[number - 1]?.promise ?? Promise.reject(new Error('there is no such process')),
    get heardAt() {
      return heardAt[number - 1] ?? 0;
    },
    refresh: () => Promise.resolve(),
    leave: () => undefined,
    kill: () => void killed.push(number),
  });
  const supervisor = createSupervisor({
    ...{ count: 3, clock, silenceMilliseconds, startChild },
    ...{ onStart: () => undefined, onEnd: () => undefined },
    log: createLog({ level: 'silent', production: true }),
    metrics: createMetrics(),
  });
  await supervisor.start();
});

test('a process is killed for its silence, once', () => {
  pass(10_000, [1, 3]);
  expect(killed).toEqual([]);
  pass(2_000, [1, 3]);
  expect(killed).toEqual([2]);
  pass(8_000, [1, 3]);
  expect(killed).toEqual([2]);
});

test('the time in which the parent stood still is no silence', () => {
  for (let round = 0; round < 3; round += 1) {
    now += 60_000;
    look();
    pass(2_000, [1, 2, 3]);
  }
  expect(killed).toEqual([]);
});

test('of several silent ones the next is killed when the place of the first is taken again', async () => {
  pass(12_000, [1]);
  expect(killed).toEqual([2]);
  ended[1]?.resolve({ status: null, signal: 'SIGKILL' });
  await ended[1]?.promise;
  await Promise.resolve();
  pass(20_000, [1]);
  expect(killed).toEqual([2]);
});
