// How long ended sessions are kept, the same on every engine: by calendar months in UTC, each dropped as a whole once all
// of it is older than the days to keep. So an engine may keep a month in a partition of its own.

const dayMilliseconds = 24 * 3_600 * 1_000;

/** Midnight UTC on the first of the month of a time, or of a month `later` than it; milliseconds since the epoch. */
export function monthStart(time: number, later = 0): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** What ended before this time is to be dropped. */
export function historyStart(now: number, days: number): number {
  return monthStart(now - days * dayMilliseconds);
}
