// Request headers of metadata: preconditions, the required session and the idempotency key.
import { ApiError, type ErrorName } from '../errors.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import { readSessionId } from '../lib/ids.ts';
import { type Preconditions, readPreconditions } from '../lib/preconditions.ts';
import type { IdempotencyKey } from '../store/ports/idempotency.ts';
import type { WriteConditions } from './writes.ts';

/** The headers of a write, for the API document. */
export const writeHeaders = ['If-Match', 'If-None-Match', 'X-Session-Id', 'Idempotency-Key'] as const;

/** The errors that these headers add to a write. */
export const conditionErrors = [
  'invalidRequest',
  'sessionNotCurrent',
  'preconditionFailed',
  'idempotencyKeyReused',
  'serviceUnavailable',
] as const satisfies readonly ErrorName[];

/** @throws ApiError `invalidRequest` for a malformed header */
export function parsePreconditions(request: Request): Preconditions | undefined {
  const preconditions = readPreconditions(request.headers);
  if (typeof preconditions !== 'string') return preconditions;
  const detail = `${preconditions} must be * or a list of entity tags, each in double quotes as ETag has it`;
  throw new ApiError('invalidRequest', { detail });
}

/**
 * @param body the body of the write, which its idempotency key covers.
 * @param keyOwner the owner of the idempotency key, by default the player.
 * @returns undefined for a write without conditions.
 * @throws ApiError `invalidRequest` for a malformed header
 */
export function parseWriteConditions(
  request: Request,
  body?: Uint8Array,
  keyOwner?: IdempotencyKey['owner'],
): WriteConditions | undefined {
  const preconditions = parsePreconditions(request);
  const header = request.headers.get('x-session-id');
  const sessionId = header === null ? undefined : readSessionId(header.trim());
  const key = readIdempotencyKey(request, body);
  const idempotencyKey = key && keyOwner ? { ...key, owner: keyOwner } : key;
  return preconditions || sessionId !== undefined || idempotencyKey
    ? { preconditions, sessionId, idempotencyKey }
    : undefined;
}
