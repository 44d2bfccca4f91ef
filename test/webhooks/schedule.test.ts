// The schedule of attempts: ten over three days, with jitter, and the wishes of an endpoint.
import { describe, expect, test } from 'bun:test';
import { createPace } from '../../src/webhooks/pace.ts';
import { attemptsMax, delayAfter, pauseAfter, retryAfterMilliseconds } from '../../src/webhooks/schedule.ts';

const middle = { now: 0, random: 0.5 };
const hour = 3_600_000;

describe('the schedule of webhooks', () => {
  test('has ten attempts over three days', () => {
    const delays = Array.from({ length: attemptsMax }, (_, at) => delayAfter(at + 1, undefined, middle));
    expect(attemptsMax).toBe(10);
    expect(delays.at(-1)).toBeNull();
    const total = delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0);
    expect(total).toBeGreaterThan(72 * hour);
    expect(total).toBeLessThan(80 * hour);
    expect(delays.slice(0, -1)).toEqual(delays.slice(0, -1).toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  });

  test('spreads the pauses by a tenth to both sides', () => {
    const delays = [0, 0.5, 1].map((random) => delayAfter(4, undefined, { now: 0, random }));
    expect(delays).toEqual([6_480_000, 7_200_000, 7_920_000]);
  });

  test('honours Retry-After, in seconds and as a date, within an hour', () => {
    const now = Date.parse('2026-11-27T12:00:00Z');
    expect(retryAfterMilliseconds('120', now)).toBe(120_000);
    expect(retryAfterMilliseconds('Fri, 27 Nov 2026 12:10:00 GMT', now)).toBe(600_000);
    for (const header of ['Fri, 27 Nov 2026 11:00:00 GMT', 'soon', '-1', '', undefined])
      expect(retryAfterMilliseconds(header, now)).toBe(0);
    for (const header of ['86400', '999999999', 'Fri, 27 Nov 2099 12:10:00 GMT'])
      expect(retryAfterMilliseconds(header, now)).toBe(hour);
    expect(delayAfter(1, '120', { ...middle, now })).toBe(120_000);
    expect(delayAfter(9, '120', { ...middle, now })).toBe(24 * hour);
    expect(delayAfter(10, '120', { ...middle, now })).toBeNull();
  });

  test('leaves an endpoint alone after five failures in a row, for five minutes at most', () => {
    expect([1, 4].map((failures) => pauseAfter(failures, 0))).toEqual([0, 0]);
    expect([5, 6, 7, 11, 12, 1_000].map((failures) => pauseAfter(failures, 0))).toEqual([
      5_000, 10_000, 20_000, 300_000, 300_000, 300_000,
    ]);
    expect(pauseAfter(5, 1)).toBe(4_500);
  });

  test('keeps the pause that an endpoint asked for, whatever the requests beside it come to', () => {
    const pace = createPace({ monotonic: () => 0 }, () => 0);
    for (let eventId = 0; eventId < 7; eventId += 1)
      pace.failed({ eventId, sequentialId: eventId }, eventId === 0 ? 600_000 : 0);
    pace.delivered(8);
    expect([pace.pausedUntil, pace.limit()]).toEqual([600_000, 0]);
  });
});
