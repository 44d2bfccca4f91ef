// The errors of the client. `code` is a closed list that a program may compare; messages and details are for people.
import { memberText } from './json-text.ts';
import { type MetadataRecord, readRecord } from './record.ts';

/**
 * - `network`: no complete answer of Playkeep arrived.
 * - `timeout`: none arrived in time.
 * - `unauthorized`: the key is unknown, expired or revoked (401).
 * - `forbidden`: the key lacks a scope (403). `detail` names it.
 * - `not-found`: no such player, version or key (404).
 * - `conflict`: a condition does not hold (412), or a patch does not apply (409). `record` is the current record of a 412.
 * - `key-reused`: the idempotency key belongs to another request (422).
 * - `too-large`: 413.
 * - `rate-limited`: 429.
 * - `unavailable`: 408, 503, or another status from 500 on.
 * - `refused`: any other 4xx, such as a request that is malformed. `reason` is the error of the service.
 */
export type PlaykeepErrorCode =
  | 'network'
  | 'timeout'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'key-reused'
  | 'too-large'
  | 'rate-limited'
  | 'unavailable'
  | 'refused';

const codes: Readonly<Record<number, PlaykeepErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'unavailable',
  409: 'conflict',
  412: 'conflict',
  413: 'too-large',
  422: 'key-reused',
  429: 'rate-limited',
};

export interface ErrorFacts {
  readonly status?: number;
  readonly reason?: string | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly record?: MetadataRecord | undefined;
  readonly cause?: unknown;
}

export class PlaykeepError extends Error {
  override readonly name = 'PlaykeepError';
  readonly code: PlaykeepErrorCode;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The message of the service, one of a closed list: `Player not found`. Undefined for `network` and `timeout`. */
  readonly reason: string | undefined;
  /** More about this one case, for people. */
  readonly detail: string | undefined;
  /** The `X-Request-Id` of the request, by which the log of the service and the audit have it. */
  readonly requestId: string | undefined;
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The current record, where a condition did not hold (412). */
  readonly record: MetadataRecord | undefined;

  constructor(code: PlaykeepErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status ?? 0;
    this.reason = facts.reason;
    this.detail = facts.detail;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.record = facts.record;
  }
}

interface FailureEnvelope {
  readonly statusCode: number;
  readonly error: { readonly message: string; readonly detail?: string };
  readonly data?: unknown;
  readonly etag?: string;
}

/**
 * The error of an envelope.
 * @param text the envelope that is not of a success, or a result of a bulk
 */
export function errorOf(text: string, facts: ErrorFacts & { readonly etag?: string | null }): PlaykeepError {
  const { statusCode, error, data, etag } = JSON.parse(text) as FailureEnvelope;
  const detail = facts.detail ?? error.detail;
  const code = codes[statusCode] ?? (statusCode >= 500 ? 'unavailable' : 'refused');
  const hasRecord = statusCode === 412 && data !== undefined;
  return new PlaykeepError(code, detail === undefined ? error.message : `${error.message}: ${detail}`, {
    ...facts,
    ...{ status: statusCode, reason: error.message, detail },
    record: hasRecord ? readRecord(memberText(text, 'data') ?? '', etag ?? facts.etag ?? '') : undefined,
  });
}

const temporary: readonly number[] = [408, 429, 502, 503, 504];

/** May the same request succeed later? */
export const isTemporary = ({ code, status }: PlaykeepError): boolean =>
  code === 'network' || code === 'timeout' || temporary.includes(status);
