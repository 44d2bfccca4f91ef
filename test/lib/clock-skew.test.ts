// The rules about clocks that were wrong, at their bounds.
import { describe, expect, test } from 'bun:test';
import {
  ageOf,
  type ClockRecord,
  certainTime,
  doubtLeft,
  holds,
  isFromClockSetBack,
  judgeClock,
} from '../../src/lib/clock-skew.ts';
import { CLOCK_SKEW_MILLISECONDS as skew } from '../../src/tuning.ts';

const now = 1_800_000_000_000;
const day = 24 * 3_600_000;
const hour = 3_600_000;
const certain = (certainAt: number): ClockRecord => ({ certainAt, doubtedAt: null, waited: 0 });

test('a stored time is from before a clock was set back when it is further ahead than the clock skew', () => {
  expect([isFromClockSetBack(now + skew, now), isFromClockSetBack(now + skew + 1, now)]).toEqual([
    false,
    true,
  ]);
});

test('no age is negative, and what is from the future is too old', () => {
  expect([-1, 0, skew].map((ahead) => ageOf(now + ahead, now))).toEqual([1, 0, 0]);
  expect(ageOf(now + skew + 1, now)).toBe(Number.POSITIVE_INFINITY);
});

test('a lease holds until its end, and not when that is further ahead than its own duration', () => {
  const holdsUntil = (ahead: number) => holds(now + ahead, now, 1_000);
  expect([-1, 0, 1, 1_000, 1_000 + skew, 1_001 + skew, 36 * day].map(holdsUntil)).toEqual([
    ...[false, false, true, true, true, false, false],
  ]);
});

describe('a clock', () => {
  test.each([
    ['goes on', 300_000, 300_000],
    ['is set back', -36 * day, 0],
    ['is a day ahead', day, 0],
    ['goes on after work that took long', 3 * day, 3 * day],
  ])('that %s is certain', (_, ahead, ran) => {
    expect(judgeClock(certain(now), now + ahead, ran)).toEqual(certain(now + ahead));
  });

  test.each([
    ['at a start', 0],
    ['while it runs', 300_000],
  ])('that jumps ahead by more than a day %s is in doubt for a day of running', (_, ran) => {
    const jumped = now + 36 * day;
    let record = judgeClock(certain(now), jumped + ran, ran);
    expect(record).toEqual({ certainAt: now, doubtedAt: jumped + ran, waited: 0 });
    expect(certainTime(record.certainAt, jumped)).toBe(now);
    for (let hours = 1; hours < 24; hours += 1) {
      record = judgeClock(record, jumped + ran + hours * hour, hour);
      expect([record.waited, doubtLeft(record)]).toEqual([hours * hour, (24 - hours) * hour]);
    }
    const end = jumped + ran + day;
    expect(judgeClock(record, end, hour)).toEqual(certain(end));
  });

  const doubted: ClockRecord = { certainAt: now, doubtedAt: now + 36 * day, waited: 5 * hour };

  test('in doubt that is corrected is certain at once', () => {
    expect(judgeClock(doubted, now + 6 * hour, hour)).toEqual(certain(now + 6 * hour));
  });

  test('in doubt keeps what has passed over a restart, and counts no time without a service', () => {
    const restarted = judgeClock(doubted, now + 40 * day, 0);
    expect(restarted).toEqual({ ...doubted, doubtedAt: now + 40 * day });
    expect(judgeClock(restarted, now + 40 * day + hour, hour).waited).toBe(6 * hour);
  });

  test('in doubt that several processes judge counts each moment once', () => {
    const half = hour / 2;
    const first = judgeClock(doubted, now + 36 * day + half, hour);
    expect(judgeClock(first, now + 36 * day + hour, hour).waited).toBe(6 * hour);
  });

  test('that jumps again while it is in doubt begins the wait anew, and one that is set back a little does not', () => {
    expect(judgeClock(doubted, now + 400 * day, hour).waited).toBe(0);
    expect(judgeClock(doubted, now + 35 * day, hour).waited).toBe(5 * hour);
  });
});

test('old rows are deleted by the newest certain time while the clock is more than a day ahead of it', () => {
  const times = [undefined, now - day, now - day - 1, now + day].map((at) => certainTime(at, now));
  expect(times).toEqual([now, now, now - day - 1, now]);
});
