// Days of a time zone (IANA): the day of an instant, and the instant at which a day begins. A day may have 23 or 25 hours. A day
// begins at the first instant whose local time is midnight or later, so days never overlap, whatever the clocks do at midnight.
import { createBoundedCache } from './bounded-cache.ts';

export interface TimeZone {
  readonly name: string;
  /** The day of an instant, numbered as in calendar.ts. */
  dayOf(time: number): number;
  /** The first instant of a day, in milliseconds since the epoch. */
  startOf(day: number): number;
}

const dayMilliseconds = 86_400_000;
/** No zone is further from UTC. */
const maxOffset = 16 * 3_600_000;
const cachedDays = 20_000;

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    // Offsets such as `+01:00` are accepted by the runtime, and are no names.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** @param name one for which `isTimeZone` is true */
export function createTimeZone(name: string): TimeZone {
  if (name === 'UTC') {
    const dayOf = (time: number) => Math.floor(time / dayMilliseconds);
    return { name, dayOf, startOf: (day) => day * dayMilliseconds };
  }
  const offsetAt = createOffsets(name);
  const starts = createBoundedCache<number>(cachedDays);

  function startOf(day: number): number {
    const cached = starts.peek(day);
    if (cached !== undefined) return cached;
    const start = findStart(day * dayMilliseconds, offsetAt);
    starts.set(day, start);
    return start;
  }

  return {
    name,
    startOf,
    dayOf(time) {
      let day = Math.floor(time / dayMilliseconds);
      while (startOf(day) > time) day -= 1;
      while (startOf(day + 1) <= time) day += 1;
      return day;
    },
  };
}

/**
 * The first instant whose local time is `local` or later. Around it there is one change of the offset at most, since no zone has
 * changed its offset twice within two days.
 */
function findStart(local: number, offsetAt: (time: number) => number): number {
  let before = local - maxOffset;
  let after = local + maxOffset;
  const first = offsetAt(before);
  const last = offsetAt(after);
  if (first === last) return local - first;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === first) before = middle;
    else after = middle;
  }
  return local - first < after ? local - first : Math.max(after, local - last);
}

/** The offset of a zone from UTC at an instant, in milliseconds. */
function createOffsets(name: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return (time) => {
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] =
      format.format(time).match(/\d+/g)?.map(Number) ?? [];
    const seconds = Math.floor(time / 1000) * 1000;
    return Date.UTC(year, month - 1, day, hour, minute, second) - seconds;
  };
}
