// The body of a request that suspends a player.
import { invalidRequest, readMembers } from '../http/json-members.ts';
import { parseTimestamp } from '../lib/clock.ts';
import { stringValue } from '../lib/json-text.ts';
import { SUSPENSION_REASON_MAX_CHARACTERS } from '../limits.ts';
import type { SuspendedUntil, Suspension } from '../store/ports/suspensions.ts';

/**
 * Reads a suspension. Without a body, or without `until`, it has no end.
 * @param now in milliseconds since the Unix epoch.
 * @throws ApiError `invalidRequest`, `unsupportedMediaType`, `metadataTooLarge`
 */
export async function readSuspension(request: Request, bodyLength: number, now: number): Promise<Suspension> {
  const { members = {} } = await readMembers(request, bodyLength, ['until', 'reason']);
  return {
    until: members.until === undefined ? 'forever' : readEnd(members.until, now),
    reason: members.reason === undefined ? null : readReason(members.reason),
  };
}

/** A suspension up to this time, or beyond, has no end: later years have no such text. */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

function readEnd(text: string, now: number): SuspendedUntil {
  const until = parseTimestamp(text.startsWith('"') ? stringValue(text) : '');
  if (until === undefined) {
    throw invalidRequest('until must be a time in ISO 8601 such as 2027-01-31T12:00:00.000Z');
  }
  if (until >= lastInstant) return 'forever';
  if (until > now) return until;
  throw invalidRequest('until must be in the future');
}

function readReason(text: string): string {
  const value = text.startsWith('"') ? stringValue(text) : undefined;
  const isStorable = value?.isWellFormed() && !value.includes('\0');
  if (value !== undefined && isStorable && [...value].length <= SUSPENSION_REASON_MAX_CHARACTERS)
    return value;
  throw invalidRequest(
    `reason must be a string of at most ${SUSPENSION_REASON_MAX_CHARACTERS} characters, without U+0000 and lone surrogates`,
  );
}
