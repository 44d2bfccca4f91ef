// Request headers of metadata: preconditions, the required session, the idempotency key and the installation.
import { ApiError, type ErrorName } from '../errors/errors.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import { readInstallationId, shortDigestOf } from '../http/installation.ts';
import { parsePreconditions } from '../http/preconditions.ts';
import type { Preconditions } from '../lib/preconditions.ts';
import type { IdempotencyKey } from '../store/ports/idempotency.ts';
import type { InstallationWrite } from '../store/ports/installations.ts';
import { readRequiredSession } from './required-session.ts';
import type { WriteConditions } from './writes.ts';

/** The headers of a write, for the API document. */
export const writeHeaders = ['If-Match', 'If-None-Match', 'X-Session-Id', 'Idempotency-Key'] as const;
/** The headers of a write by a player. */
export const ownWriteHeaders = [...writeHeaders, 'X-Installation-Id'] as const;
/** The headers of a write by a player whose answer holds the record. */
export const ownRecordHeaders = [...ownWriteHeaders, 'Prefer'] as const;

/** The errors that these headers add to a write. */
export const conditionErrors = [
  'invalidRequest',
  'sessionNotCurrent',
  'preconditionFailed',
  'idempotencyKeyReused',
  'serviceUnavailable',
] as const satisfies readonly ErrorName[];

/**
 * @param body the body of the write, which its idempotency key covers.
 * @param keyOwner the owner of the idempotency key, by default the player. A server has no installation.
 * @returns undefined for a write without conditions.
 * @throws ApiError `invalidRequest` for a malformed header, or one that lacks another one
 */
export function parseWriteConditions(
  request: Request,
  body?: Uint8Array,
  keyOwner?: IdempotencyKey['owner'],
): WriteConditions | undefined {
  const preconditions = parsePreconditions(request);
  const sessionId = readRequiredSession(request);
  const key = readIdempotencyKey(request, body);
  const installationId = keyOwner === undefined ? readInstallationId(request) : undefined;
  if (installationId !== undefined) {
    assertDecidesOnOneState(preconditions);
    return { preconditions, sessionId, installationWrite: installationWriteOf(installationId, key) };
  }
  const idempotencyKey = key && keyOwner ? { ...key, owner: keyOwner } : key;
  return preconditions || sessionId !== undefined || idempotencyKey
    ? { preconditions, sessionId, idempotencyKey }
    : undefined;
}

/** A repetition is known by the state on which the write decides, so it names exactly one. @throws ApiError `invalidRequest` */
function assertDecidesOnOneState({ ifMatch, ifNoneMatch }: Partial<Preconditions> = {}): void {
  const isNew = ifMatch === undefined && ifNoneMatch === '*';
  const isOneTag =
    ifNoneMatch === undefined && Array.isArray(ifMatch) && ifMatch.length === 1 && !isWeak(ifMatch[0]);
  if (isNew || isOneTag) return;
  const detail = 'X-Installation-Id demands If-Match with one strong entity tag, or If-None-Match: *';
  throw new ApiError('invalidRequest', { detail });
}

const isWeak = (tag: string): boolean => tag.startsWith('W/');

/** @throws ApiError `invalidRequest` for a write without a key */
function installationWriteOf(
  installationId: string,
  key: ReturnType<typeof readIdempotencyKey>,
): InstallationWrite {
  if (!key) {
    const detail = 'X-Installation-Id demands an Idempotency-Key, by which a repetition is known';
    throw new ApiError('invalidRequest', { detail });
  }
  return {
    id: installationId,
    installation: shortDigestOf(installationId),
    write: shortDigestOf(key.key, key.fingerprint),
  };
}
