// The retention of ended sessions, the same on every engine: by calendar months in UTC. A month is deleted as a whole once its
// end is older than the retention, so that an engine may keep each month in a partition.

const dayMilliseconds = 24 * 3_600 * 1_000;

/** Midnight UTC on the first of the month of a time, or of a `later` month; milliseconds since the epoch. */
export function monthStart(time: number, later = 0): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** Sessions that ended before this time are to be deleted. */
export function historyStart(now: number, days: number): number {
  return monthStart(now - days * dayMilliseconds);
}
