// The rules of suspensions that are the same on both engines: the stored form of their end, and whether a change changes anything.
// A row has a suspension that is over until the next one replaces it or the player is unsuspended.
import type { Suspended, SuspendedUntil, Suspension } from '../ports/suspensions.ts';

/** The stored end of a suspension without an end: the last millisecond of the year 9999. */
const never = 253_402_300_799_999;

/** The columns of a suspension in the row of metadata. */
export interface SuspensionRow {
  /** Null for none. */
  readonly suspendedUntil: number | null;
  readonly reason: string | null;
}

export const toStoredEnd = (until: SuspendedUntil): number => (until === 'forever' ? never : until);

/** Mirrored by every statement of PostgreSQL that reads `suspended_until`. */
export const suspensionAt = (
  suspendedUntil: number | null | undefined,
  now: number,
): SuspendedUntil | undefined =>
  suspendedUntil === null || suspendedUntil === undefined || suspendedUntil <= now
    ? undefined
    : fromStoredEnd(suspendedUntil);

/** The end of a suspension that is known not to be over; undefined for none. */
export const suspensionOf = (suspendedUntil: number | null): SuspendedUntil | undefined =>
  suspendedUntil === null ? undefined : fromStoredEnd(suspendedUntil);

export const fromStoredEnd = (until: number): SuspendedUntil => (until === never ? 'forever' : until);

/**
 * The columns after a change.
 * @param suspension undefined to end the present one.
 * @returns undefined when the change changes nothing: the same suspension again, or the end of none
 */
export function suspensionChange(
  found: SuspensionRow,
  suspension: Suspension | undefined,
  now: number,
): SuspensionRow | undefined {
  const present = suspensionAt(found.suspendedUntil, now);
  if (!suspension) return present === undefined ? undefined : { suspendedUntil: null, reason: null };
  const { until, reason } = suspension;
  return present === until && found.reason === reason
    ? undefined
    : { suspendedUntil: toStoredEnd(until), reason };
}

/** Was a player's call refused because of a suspension? */
export const isSuspended = (outcome: unknown): outcome is Suspended =>
  typeof outcome === 'object' && outcome !== null && 'suspendedUntil' in outcome;
