// The body of a request that suspends a player.
import { checkMembers } from '../http/checked-members.ts';
import { invalidRequest, readMembers } from '../http/json-members.ts';
import { parseTimestamp } from '../lib/clock.ts';
import type { SuspendedUntil, Suspension } from '../store/ports/suspensions.ts';
import { suspendPlayerBody } from '../wire/suspensions.ts';

/**
 * Reads a suspension. Without a body, or without `until`, it has no end.
 * @param now in milliseconds since the Unix epoch.
 * @throws ApiError `invalidRequest`, `unsupportedMediaType`, `metadataTooLarge`
 */
export async function readSuspension(request: Request, bodyLength: number, now: number): Promise<Suspension> {
  const { members = {} } = await readMembers(request, bodyLength, suspendPlayerBody);
  const { until, reason = null } = checkMembers(members, suspendPlayerBody);
  return { until: until === undefined ? 'forever' : endAt(until, now), reason };
}

/** A suspension up to this time, or beyond, has no end: later years have no such text. */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

function endAt(time: string, now: number): SuspendedUntil {
  const until = parseTimestamp(time) ?? Number.NaN;
  if (until >= lastInstant) return 'forever';
  if (until > now) return until;
  throw invalidRequest('until must be in the future');
}
