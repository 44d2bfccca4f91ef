// Times of sources in each form, and texts that are none.
import { expect, test } from 'bun:test';
import { readTime } from '../../../src/import/files/times.ts';

const none = 'is no time in ISO 8601, such as 2026-01-31T12:00:00Z';

test.each([
  ['1714557600', undefined, 1_714_557_600_000],
  ['1714557600123', undefined, 1_714_557_600_123],
  ['2024-05-01T10:00:00Z', undefined, 1_714_557_600_000],
  ['2026-01-31T12:00:00.123456789+00:00', undefined, 1_769_860_800_123],
  ['2026-01-31 12:00:00.5 +0000', undefined, 1_769_860_800_500],
  ['2026-01-31 12:00:00 UTC', undefined, 1_769_860_800_000],
  [`${' '.repeat(70)}2026-01-31T12:00:00Z${' '.repeat(70)}`, undefined, 1_769_860_800_000],
  ['2024-05-01 15:30:00.123456+0530', 'iso', 1_714_557_600_123],
  ['2024-05-01 10:00:00', 'utc', 1_714_557_600_000],
  ['2024-05-01 12:00:00+02:00', 'utc', 1_714_557_600_000],
  ['2024-05-01', 'utc', 1_714_521_600_000],
  ['86400', 'seconds', 86_400_000],
  ['1714557600.5', 'seconds', 1_714_557_600_500],
  ['86400000', 'milliseconds', 86_400_000],
  ['86400', undefined, 'may be seconds or milliseconds; "times" in "read" of the map says which'],
  [
    '2024-05-01 10:00:00',
    undefined,
    'has no time zone; with "times": "utc" in "read" of the map it counts as UTC',
  ],
  ['2024-02-30T10:00:00Z', undefined, none],
  ['01/05/2024', 'utc', none],
  ['1714557600', 'iso', none],
  ['2024-05-01T10:00:00Z', 'seconds', 'is no number of seconds since 1970'],
] as const)('the time %s, with the form %s, gives %p', (text, form, expected) => {
  const problem = typeof expected === 'string' ? { problem: expected } : expected;
  expect(readTime(text, form)).toEqual(problem);
});

// An expression that looked at all of it took hours.
test('a text of a million hours is no time', () => {
  for (const form of [undefined, 'iso', 'utc'] as const)
    expect(readTime(`${'T-00'.repeat(1_000_000)}x`, form)).toEqual({ problem: none });
});
