// The clock of the machine and the clock of the tests keep the same promises about waiting.
import { describe, expect, test } from 'bun:test';
import { type Clock, parseTimestamp, systemClock, toTimestamp } from '../../src/lib/clock.ts';
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

describe('a time in ISO 8601', () => {
  test.each([
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02T03:04:05.6Z', '2026-01-02T03:04:05.600Z'],
    ['2026-01-02T03:04:05.678999999Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05.678+01:30', '2026-01-02T01:34:05.678Z'],
    ['2026-01-02T03:04:05-00:00', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is read', (text, meaning) => {
    expect(toTimestamp(parseTimestamp(text) ?? Number.NaN)).toBe(meaning);
  });

  test.each([
    ...['', ' 2026-01-02', '2026-01-02 ', '2026-01-02 03:04:05Z', '2026-01-02\n'],
    ...`1763680000000 now 2026 2026-01 2026-1-2 2026-02-29 2026-02-30T00:00:00Z 2026-13-01 2026-00-10 2026-01-00
      2026-04-31 2026-01-02T03:04:05 2026-01-02t03:04:05z 2026-01-02T24:00:00Z 2026-01-02T03:60:00Z
      2026-01-02T03:04:60Z 2026-01-02T03:04:05.Z 2026-01-02T03:04:05+1 2026-01-02T03:04:05+24:00 +002026-01-02
      20260102T030405Z`.split(/\s+/),
  ])('%j is none', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});
