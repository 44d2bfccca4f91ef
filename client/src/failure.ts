// The failures of the client. `code` is a closed union that a game may compare; messages and details are for people.
import type { MetadataRecord } from './record.ts';

/**
 * - `network`: no complete answer of the service arrived, or no token came.
 * - `unauthorized`: no token, or the service refuses a fresh one (401).
 * - `conflict`: a condition does not hold (412), or a session is active already. `record` is the current record of a 412.
 * - `superseded`: another device or tab plays (409 'Session not current' of a session that was replaced).
 * - `refused`: the service, or the client before it, refuses the request for another reason.
 * - `too-large`: 413, or too many guarded patches wait.
 * - `rate-limited`: 429.
 * - `unavailable`: 408, or a status of 500 and above.
 * - `storage`: the device cannot keep the data.
 * - `closed`: the save or the session was closed.
 */
export type FailureCode =
  | 'network'
  | 'unauthorized'
  | 'conflict'
  | 'superseded'
  | 'refused'
  | 'too-large'
  | 'rate-limited'
  | 'unavailable'
  | 'storage'
  | 'closed';

/** The errors of the service (docs/api.md): their constant messages in small letters, with hyphens. */
export type FailureReason =
  | 'unauthorized'
  | 'player-not-found'
  | 'invalid-metadata-format'
  | 'session-already-active'
  | 'no-active-session-found'
  | 'invalid-request'
  | 'forbidden'
  | 'player-suspended'
  | 'field-not-writable'
  | 'version-not-found'
  | 'key-not-found'
  | 'not-found'
  | 'method-not-allowed'
  | 'session-not-current'
  | 'patch-does-not-apply'
  | 'gone'
  | 'precondition-failed'
  | 'metadata-too-large'
  | 'unsupported-media-type'
  | 'idempotency-key-reused'
  | 'too-many-requests'
  | 'service-unavailable'
  | 'internal-server-error';

/** Why a session is over, as the service says by `X-Session-End`. */
export type SessionEnd = (typeof sessionEnds)[number];
const sessionEnds = ['expired', 'replaced', 'stopped', 'terminated'] as const;

/** Undefined for a word that the client does not know, and from a service that says none. */
export const sessionEndOf = (word: string | null): SessionEnd | undefined =>
  sessionEnds.find((end) => end === word);

/** Messages of the service are read here alone. */
export const reasonOf = (message: string): FailureReason =>
  message.toLowerCase().replaceAll(' ', '-') as FailureReason;

export interface FailureFacts {
  /** The HTTP status; 0 without an answer. */
  readonly status?: number;
  readonly reason?: FailureReason | undefined;
  readonly detail?: string | undefined;
  readonly record?: MetadataRecord | undefined;
  readonly sessionEnd?: SessionEnd | undefined;
  /** When the record of a conflict was written, in milliseconds since the epoch. */
  readonly writtenAt?: number | null | undefined;
  /** From `Retry-After` of the service, at most 600. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

export class PlaykeepError extends Error {
  override readonly name = 'PlaykeepError';
  readonly code: FailureCode;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The error of the service; undefined for other failures. */
  readonly reason: FailureReason | undefined;
  /** `error.detail` of the answer, or its header `X-Error-Detail`. */
  readonly detail: string | undefined;
  /** The current record, on a conflict (412). */
  readonly record: MetadataRecord | undefined;
  /** Why the session is over, where a request named one that is. */
  readonly sessionEnd: SessionEnd | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** When the record of a conflict was written, in milliseconds since the epoch. */
  readonly writtenAt: number | null;

  constructor(code: FailureCode, message: string, facts: FailureFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status ?? 0;
    this.reason = facts.reason;
    this.detail = facts.detail;
    this.record = facts.record;
    this.sessionEnd = facts.sessionEnd;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.writtenAt = facts.writtenAt ?? null;
  }
}

/** The code for an error of the service. One that does not say why a session is over is of an earlier version. */
export function failureCodeOf(
  status: number,
  reason: FailureReason,
  sessionEnd: SessionEnd = 'replaced',
): FailureCode {
  if (status === 401) return 'unauthorized';
  if (status === 412 || reason === 'session-already-active') return 'conflict';
  if (status === 409 && reason === 'session-not-current' && sessionEnd === 'replaced') return 'superseded';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  if (status === 408 || status >= 500) return 'unavailable';
  return 'refused';
}

/** Is it the error of the service? */
export const isReason = (thrown: unknown, reason: FailureReason): boolean =>
  (thrown as Partial<PlaykeepError> | undefined)?.reason === reason;

/** Was a write refused since the session that it named is over, whatever ended it? Its save goes on in another one. */
export const isSessionOver = (failure: PlaykeepError | undefined): boolean =>
  isReason(failure, 'session-not-current');

/** Any thrown value as a failure of the client. */
export const toFailure = (thrown: unknown, code: FailureCode, message: string): PlaykeepError =>
  thrown instanceof PlaykeepError ? thrown : new PlaykeepError(code, message, { cause: thrown });
