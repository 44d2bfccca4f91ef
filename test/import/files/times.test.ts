// Times of sources: forms of databases, and texts that are far too long for a time.
import { expect, test } from 'bun:test';
import { readTime } from '../../../src/import/files/times.ts';

test.each([
  ['2026-01-31T12:00:00.123456789+00:00', 1_769_860_800_123],
  ['2026-01-31 12:00:00.5 +0000', 1_769_860_800_500],
  ['2026-01-31 12:00:00 UTC', 1_769_860_800_000],
  [`${' '.repeat(70)}2026-01-31T12:00:00Z${' '.repeat(70)}`, 1_769_860_800_000],
])('%s is read', (text, time) => {
  expect(readTime(text, undefined)).toBe(time);
});

// An expression that looked at all of it took hours.
test('a text of a million hours is no time', () => {
  const problem = 'is no time in ISO 8601, such as 2026-01-31T12:00:00Z';
  for (const form of [undefined, 'iso', 'utc'] as const)
    expect(readTime(`${'T-00'.repeat(1_000_000)}x`, form)).toEqual({ problem });
});
