// The failures of the client. `code` is a closed union that a game may compare; messages and details are for people.
import type { MetadataRecord } from './record.ts';

/**
 * - `network`: no answer of the service arrived.
 * - `unauthorized`: no token, or the service refuses a fresh one (401).
 * - `conflict`: a condition does not hold (412), or a session is active already. `record` is the current record of a 412.
 * - `superseded`: another device plays (409 'Session not current').
 * - `refused`: the service, or the client before it, refuses the request for another reason.
 * - `too-large`: 413, or the queue of changes is full.
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

export interface FailureFacts {
  /** The HTTP status; 0 without an answer. */
  readonly status?: number;
  readonly detail?: string | undefined;
  readonly record?: MetadataRecord | undefined;
  /** From `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

export class PlaykeepError extends Error {
  override readonly name = 'PlaykeepError';
  readonly code: FailureCode;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** `error.detail` of the answer, or its header `X-Error-Detail`. */
  readonly detail: string | undefined;
  /** The current record, on a conflict (412). */
  readonly record: MetadataRecord | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: FailureCode, message: string, facts: FailureFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status ?? 0;
    this.detail = facts.detail;
    this.record = facts.record;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** The code for the status and message of an error's envelope. */
export function failureCodeOf(status: number, message: string): FailureCode {
  if (status === 401) return 'unauthorized';
  if (status === 412 || message === 'Session already active') return 'conflict';
  if (status === 409 && message === 'Session not current') return 'superseded';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  if (status === 408 || status >= 500) return 'unavailable';
  return 'refused';
}

/** An AbortSignal's reason, thrown as it is. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

/** Any thrown value as a failure of the client. */
export const toFailure = (thrown: unknown, code: FailureCode, message: string): PlaykeepError =>
  thrown instanceof PlaykeepError ? thrown : new PlaykeepError(code, message, { cause: thrown });
