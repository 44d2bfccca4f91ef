// The clock of the machine and the clock of the tests keep the same promises about waiting.
import { describe, expect, test } from 'bun:test';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { manualClock } from '../harness/clock.ts';

const day = 24 * 3_600_000;

describe.each<[string, () => Clock]>([
  ['the system clock', () => systemClock],
  ['the manual clock', () => manualClock()],
])('%s', (_name, create) => {
  test('ends a sleep at once when its signal aborts, and does not begin one that is aborted', async () => {
    const clock = create();
    const waking = new AbortController();
    const sleeping = clock.sleep(day, waking.signal);
    waking.abort();
    await sleeping;
    await clock.sleep(day, waking.signal);
    // An abort that comes after the sleep changes nothing.
    const late = new AbortController();
    await clock.sleep(0, late.signal);
    late.abort();
  });

  test('lets the event loop do its other work during sleeps of 0', async () => {
    const clock = create();
    let isDone = false;
    setImmediate(() => {
      isDone = true;
    });
    for (let sleeps = 0; sleeps < 100 && !isDone; sleeps += 1) await clock.sleep(0);
    expect(isDone).toBe(true);
  });
});

describe('the system clock', () => {
  test('sleeps as long as it is told', async () => {
    const startedAt = systemClock.monotonic();
    await systemClock.sleep(20);
    // Timers are rounded to milliseconds.
    expect(systemClock.monotonic() - startedAt).toBeGreaterThanOrEqual(19);
  });

  test('repeats until it is told to end', async () => {
    let times = 0;
    const twice = Promise.withResolvers<void>();
    const end = systemClock.every(1, () => {
      times += 1;
      if (times < 2) return;
      end();
      twice.resolve();
    });
    await twice.promise;
    await systemClock.sleep(10);
    expect(times).toBe(2);
  });
});

describe('the manual clock', () => {
  test('stands still until it is moved', async () => {
    const clock = manualClock(0);
    await Bun.sleep(5);
    expect([clock.now(), clock.monotonic()]).toEqual([0, 0]);
  });

  test('moves from one due moment to the next, and lets promises settle in between', async () => {
    const clock = manualClock();
    const seen: string[] = [];
    const note = (what: string) => seen.push(`${what} at ${clock.monotonic()}`);
    clock.every(1_000, () => note('tick'));
    const sleeper = async () => {
      for (const milliseconds of [1_500, 700]) {
        await clock.sleep(milliseconds);
        note('awake');
      }
    };
    const done = sleeper();
    await clock.pass(3_000);
    await done;
    expect(seen).toEqual(['tick at 1000', 'awake at 1500', 'tick at 2000', 'awake at 2200', 'tick at 3000']);
    expect([clock.monotonic(), clock.pending]).toEqual([3_000, 1]);
  });

  test('runs each due timer once at a jump, in the order of their due moments', () => {
    const clock = manualClock();
    const seen: string[] = [];
    clock.every(2_000, () => seen.push('slow'));
    const end = clock.every(1_000, () => seen.push('quick'));
    clock.every(1_500, end);
    clock.advance(10_000);
    expect(seen).toEqual(['quick', 'slow']);
    clock.advance(2_000);
    expect(seen).toEqual(['quick', 'slow', 'slow']);
  });

  test('keeps timers and durations when it is set back', () => {
    const clock = manualClock(day);
    let runs = 0;
    clock.every(1_000, () => {
      runs += 1;
    });
    clock.advance(-day);
    expect([clock.now(), clock.monotonic(), runs]).toEqual([0, 0, 0]);
    clock.advance(1_000);
    expect([clock.now(), clock.monotonic(), runs]).toEqual([1_000, 1_000, 1]);
  });
});
