// The rule for stored times in the future. A time a little ahead is normal: a statement may see the writes of a statement that
// began after it. A time further ahead comes from a clock that has been set back since (docs/decisions/0040-clocks-set-back.md).
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';

/**
 * True when a stored time is so far ahead of now that the clock must have been set back. The statements list-active.sql,
 * correct-clock.sql, heartbeat-sessions.sql and update-metadata.sql of PostgreSQL mirror it.
 */
export const isFromClockSetBack = (time: number, now: number): boolean =>
  time > now + CLOCK_SKEW_MILLISECONDS;
