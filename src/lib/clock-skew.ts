// The rules about clocks that were wrong and are corrected: for stored times in the future, and for the deletion of what is old after a
// clock has jumped ahead (docs/decisions/0040-clocks-set-back.md, 0106-clocks-that-jump-ahead.md). Pure.
import { CLOCK_DOUBT_SECONDS, CLOCK_JUMP_SECONDS } from '../limits.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../tuning.ts';

/**
 * True when a stored time is so far ahead of now that the clock must have been set back. A time a little ahead is normal: a
 * statement may see the writes of a statement that began after it. The statements of PostgreSQL that have `skew` among their parameters,
 * and the fragment from-clock-set-back.sql, mirror it.
 */
export const isFromClockSetBack = (time: number, now: number): boolean =>
  time > now + CLOCK_SKEW_MILLISECONDS;

/** The age of what holds for a time, such as a confirmed role. Of what is from a clock that was set back nobody knows it: it is too old. */
export const ageOf = (time: number, now: number): number =>
  isFromClockSetBack(time, now) ? Number.POSITIVE_INFINITY : Math.max(now - time, 0);

/** Does a lease hold, or anything else that was given for `duration`? One that ends further ahead does not. */
export const holds = (until: number, now: number, duration: number): boolean =>
  until > now && !isFromClockSetBack(until - duration, now);

/** What a database knows about its clock. Times and durations are milliseconds. */
export interface ClockRecord {
  /** The newest time that is certain. */
  readonly certainAt: number;
  /** The last reading of a clock that is in doubt; null while it is not. */
  readonly doubtedAt: number | null;
  /** How long a service has run since the doubt began. */
  readonly waited: number;
}

/** In milliseconds, for statements. */
export const jumpMilliseconds = CLOCK_JUMP_SECONDS * 1000;
const doubtMilliseconds = CLOCK_DOUBT_SECONDS * 1000;

/** Judges a reading of the clock. @param ran how long this process has run since it judged last; 0 at its start */
export function judgeClock(
  { certainAt, doubtedAt, waited }: ClockRecord,
  reading: number,
  ran: number,
): ClockRecord {
  // The clock of a test has fractions.
  const now = Math.floor(reading);
  const certain = { certainAt: now, doubtedAt: null, waited: 0 };
  if (now - (certainAt + waited + ran) <= jumpMilliseconds) return certain;
  if (doubtedAt === null) return { certainAt, doubtedAt: now, waited: 0 };
  const passed = now - doubtedAt;
  // A further jump begins the wait anew. Over a stop nobody can tell one from the time that passed.
  if (ran > 0 && passed > ran + jumpMilliseconds) return { certainAt, doubtedAt: now, waited: 0 };
  // Several processes may judge by turns, and each moment counts once.
  const total = waited + Math.min(Math.max(passed, 0), ran);
  return total >= doubtMilliseconds ? certain : { certainAt, doubtedAt: now, waited: total };
}

/** The time by which old rows are deleted: now, unless the clock has jumped ahead. Mirrored by certain-time.sql. */
export const certainTime = (certainAt: number | undefined, now: number): number =>
  certainAt !== undefined && now - certainAt > jumpMilliseconds ? certainAt : now;

/** How long deletion waits yet; 0 while the clock is not in doubt. */
export const doubtLeft = ({ doubtedAt, waited }: ClockRecord): number =>
  doubtedAt === null ? 0 : doubtMilliseconds - waited;
