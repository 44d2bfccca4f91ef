// Times in tables and objects of a studio's own: ISO 8601 as databases print it, or numbers since the Unix epoch.
import { z } from 'zod';
import { parseTimestamp } from '../../lib/clock.ts';

/** `iso` tells its zone, `utc` is ISO 8601 whose zone is UTC where it tells none. Without a form, one that is safe to tell is taken. */
export const timeForm = z.enum(['iso', 'utc', 'seconds', 'milliseconds']);
export type TimeForm = z.output<typeof timeForm>;

/** @returns milliseconds since the Unix epoch, or the reason why the text is no such time. It quotes nothing. */
export function readTime(text: string, form: TimeForm | undefined): number | { readonly problem: string } {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (form === 'seconds' || form === 'milliseconds') {
    const fraction =
      form === 'seconds' ? /^(?<whole>\d{1,12})\.(?<part>\d{1,9})$/.exec(text)?.groups : undefined;
    if (fraction)
      return Number(fraction.whole) * 1_000 + Number((fraction.part ?? '').padEnd(3, '0').slice(0, 3));
    if (number === undefined) return { problem: `is no number of ${form} since 1970` };
    return form === 'seconds' ? number * 1_000 : number;
  }
  if (form === undefined && number !== undefined) return guess(text, number);
  const time = parseTimestamp(isoOf(text, form === 'utc'));
  if (time !== undefined) return time;
  const hasNoZone = parseTimestamp(isoOf(text, true)) !== undefined;
  const problem = hasNoZone
    ? 'has no time zone; with "times": "utc" in "read" of the map it counts as UTC'
    : 'is no time in ISO 8601, such as 2026-01-31T12:00:00Z';
  return { problem };
}

/** Seconds have 9 or 10 digits from 1973 to 2286, milliseconds 12 or 13 from 1973 on. */
function guess(text: string, number: number): number | { readonly problem: string } {
  if (/^\d{9,10}$/.test(text)) return number * 1_000;
  if (/^\d{12,13}$/.test(text)) return number;
  return { problem: 'may be seconds or milliseconds; "times" in "read" of the map says which' };
}

/** UTF-16 units of a time, far above those of the longest one. The expressions below may look at each part of a text many times. */
const maxUnits = 64;

/** The form of SQL (`2026-01-31 12:00:00.5+00`) in the one of ISO 8601; an empty text for one that is too long for a time. */
function isoOf(text: string, isUtc: boolean): string {
  const trimmed = text.trim();
  if (trimmed.length > maxUnits) return '';
  const joined = trimmed
    .replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T')
    .replace(/ ?(?:UTC|z)$/, 'Z')
    .replace(/ (?=[+-]\d\d(?::?\d\d)?$)/, '')
    .replace(/(T.*[+-]\d\d)(\d\d)?$/, (_match, head: string, minutes = '00') => `${head}:${minutes}`);
  return isUtc && /T[\d:.]+$/.test(joined) ? `${joined}Z` : joined;
}
