// Days of time zones: each begins where the one before ends, also where clocks change at midnight or a day is left out.
import { describe, expect, test } from 'bun:test';
import {
  formatDate,
  monthStartOf,
  nextPeriod,
  parseDate,
  periodStart,
  weekStartOf,
} from '../../src/lib/calendar.ts';
import { createTimeZone, isTimeZone } from '../../src/lib/time-zone.ts';

const day = (date: string): number => parseDate(date) ?? Number.NaN;
const hour = 3_600_000;

describe('the days of a time zone', () => {
  const lengths: readonly (readonly [zone: string, date: string, begins: string, hours: number])[] = [
    ['UTC', '2026-03-29', '2026-03-29T00:00:00Z', 24],
    ['Europe/Berlin', '2026-03-28', '2026-03-27T23:00:00Z', 24],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00Z', 24],
    // Midnight does not exist: the day begins at 01:00.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', 23],
    // Midnight comes twice.
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00Z', 25],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 25],
    // At 00:01 the clocks went back into the day before.
    ['America/St_Johns', '2010-11-07', '2010-11-07T02:30:00Z', 25],
    // A date that was left out has no length.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00Z', 24],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', 0],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z', 24],
  ];

  test.each(lengths)('%s %s begins at %s and has %d hours', (zone, date, begins, hours) => {
    const { startOf } = createTimeZone(zone);
    expect(new Date(startOf(day(date))).toISOString()).toBe(new Date(begins).toISOString());
    expect((startOf(day(date) + 1) - startOf(day(date))) / hour).toBe(hours);
  });

  test.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Africa/Casablanca', 'Asia/Gaza'])(
    'of %s hold the instants from their beginning to the next',
    (zone) => {
      const { startOf, dayOf } = createTimeZone(zone);
      for (let number = day('2009-12-25'); number < day('2012-02-01'); number += 1) {
        const start = startOf(number);
        const end = startOf(number + 1);
        if (end === start) continue;
        for (const time of [start, start + 1, Math.floor((start + end) / 2), end - 1])
          expect([time, dayOf(time)]).toEqual([time, number]);
      }
      expect(dayOf(0)).toBe(zone === 'America/St_Johns' || zone === 'Pacific/Apia' ? -1 : 0);
    },
  );

  test('have names of the IANA alone', () => {
    expect(['UTC', 'Europe/Berlin', 'Asia/Kolkata'].filter(isTimeZone)).toHaveLength(3);
    expect(['', 'Berlin', '+01:00', 'Europe/Bärlin', 'constructor'].filter(isTimeZone)).toEqual([]);
  });
});

describe('the calendar', () => {
  test('reads dates that exist, and writes them', () => {
    for (const text of ['1969-12-31', '1970-01-01', '2024-02-29', '9999-12-31'])
      expect(formatDate(day(text))).toBe(text);
    for (const text of ['2023-02-29', '2026-13-01', '2026-1-1', '2026-01-01T00:00:00Z', ''])
      expect([text, parseDate(text)]).toEqual([text, undefined]);
  });

  test('begins weeks on Monday and months on the first, before 1970 too', () => {
    const starts = (date: string) => [weekStartOf(day(date)), monthStartOf(day(date))].map(formatDate);
    expect(starts('2026-11-22')).toEqual(['2026-11-16', '2026-11-01']);
    expect(starts('2026-11-23')).toEqual(['2026-11-23', '2026-11-01']);
    expect(starts('1969-12-28')).toEqual(['1969-12-22', '1969-12-01']);
    expect(formatDate(nextPeriod('month', periodStart('month', day('2026-12-31'))))).toBe('2027-01-01');
    expect(formatDate(nextPeriod('week', periodStart('week', day('2026-12-31'))))).toBe('2027-01-04');
  });
});
