// The closed catalogue of errors. A rule throws an `ApiError` by name, and the boundary (http/boundary.ts) turns it into a reply.
// Messages are constants that clients compare, so none is interpolated or reworded.

import { toTimestamp } from '../lib/clock.ts';
import { ERROR_DETAIL_MAX_CHARACTERS } from '../limits.ts';
import { type BusyRefusal, type RateRefusal, rateRefusals, type StoreRefusal } from './refusals-table.ts';

export const errorCatalogue = {
  unauthorized: { statusCode: 401, message: 'Unauthorized' },
  playerNotFound: { statusCode: 404, message: 'Player not found' },
  invalidMetadata: { statusCode: 400, message: 'Invalid metadata format' },
  sessionAlreadyActive: { statusCode: 400, message: 'Session already active' },
  noActiveSession: { statusCode: 400, message: 'No active session found' },
  invalidRequest: { statusCode: 400, message: 'Invalid request' },
  forbidden: { statusCode: 403, message: 'Forbidden' },
  playerSuspended: { statusCode: 403, message: 'Player suspended' },
  fieldNotWritable: { statusCode: 403, message: 'Field not writable' },
  versionNotFound: { statusCode: 404, message: 'Version not found' },
  keyNotFound: { statusCode: 404, message: 'Key not found' },
  notFound: { statusCode: 404, message: 'Not found' },
  methodNotAllowed: { statusCode: 405, message: 'Method not allowed' },
  sessionNotCurrent: { statusCode: 409, message: 'Session not current' },
  patchConflict: { statusCode: 409, message: 'Patch does not apply' },
  gone: { statusCode: 410, message: 'Gone' },
  preconditionFailed: { statusCode: 412, message: 'Precondition failed' },
  metadataTooLarge: { statusCode: 413, message: 'Metadata too large' },
  unsupportedMediaType: { statusCode: 415, message: 'Unsupported media type' },
  idempotencyKeyReused: { statusCode: 422, message: 'Idempotency key reused' },
  tooManyRequests: { statusCode: 429, message: 'Too many requests' },
  serviceUnavailable: { statusCode: 503, message: 'Service unavailable' },
  internal: { statusCode: 500, message: 'Internal server error' },
} as const satisfies Record<string, { statusCode: number; message: string }>;

export type ErrorName = keyof typeof errorCatalogue;

/**
 * The errors of the specification's own table. Their `error` object holds `message` and nothing else, so their detail travels in
 * the response header `X-Error-Detail`.
 */
export const specifiedErrors: readonly ErrorName[] = [
  'unauthorized',
  'playerNotFound',
  'invalidMetadata',
  'sessionAlreadyActive',
  'noActiveSession',
];

/** The reasons of refusals in the metrics: the error, or for errors with several reasons one of them. */
export const refusalReasons = [
  ...(Object.keys(errorCatalogue) as ErrorName[]),
  ...(Object.keys(rateRefusals) as RateRefusal[]),
  'busy',
  'storeUnavailable',
  'keySetUnavailable',
  'indexIncomplete',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

export interface ApiErrorOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A sentence about the exact fault. For `specifiedErrors` it is printable ASCII without a caller's text. */
  readonly detail?: string;
  /** JSON text of `data` beside the error: the current state, in a conflict. */
  readonly data?: string;
  /** When that state was last written, in milliseconds since the Unix epoch. */
  readonly lastModified?: number | undefined;
  /** The cause, for the log alone. */
  readonly cause?: unknown;
  /** The reason in the metrics, for an error with several reasons. */
  readonly reason?: RefusalReason;
  /** The row of errors/refusals-table.ts, for the log. */
  readonly refusal?: BusyRefusal | RateRefusal | StoreRefusal;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly options: ApiErrorOptions;

  constructor(
    readonly error: ErrorName,
    options: ApiErrorOptions = {},
  ) {
    super(errorCatalogue[error].message, { cause: options.cause });
    const { detail } = options;
    this.options = isLong(detail) ? { ...options, detail: shortened(detail) } : options;
  }
}

const isLong = (detail: string | undefined): detail is string =>
  detail !== undefined && detail.length > ERROR_DETAIL_MAX_CHARACTERS;

/** A detail is stored and sent, and may quote a caller's text of any length. So it is cut. */
const shortened = (detail: string): string =>
  `${detail.slice(0, ERROR_DETAIL_MAX_CHARACTERS - 3).toWellFormed()}...`;

/** One error for an id without a player and for a player whom the caller may not read, so that callers cannot tell them apart. */
export const noReadablePlayer = (): ApiError =>
  new ApiError('playerNotFound', { detail: 'there is no player with this sequential id that you may read' });

/**
 * The error of every operation of a suspended player. The reason of the suspension is for servers alone.
 * @param until in milliseconds since the Unix epoch
 */
export const playerSuspended = (until: number | 'forever'): ApiError =>
  new ApiError('playerSuspended', {
    detail: until === 'forever' ? 'suspended forever' : `suspended until ${toTimestamp(until)}`,
  });

/** The errors about a session that is none. */
export const sessionErrors: readonly ErrorName[] = ['noActiveSession', 'sessionNotCurrent'];

/** The reasons of an end that a caller is told in the header `X-Session-End`. An erased player is told nothing. */
export const toldEnds: readonly string[] = ['expired', 'replaced', 'stopped', 'terminated'];

/**
 * An error about a session that is none.
 * @param end why it ended; undefined where that is not known
 */
export function sessionOver(
  error: 'noActiveSession' | 'sessionNotCurrent',
  end: string | undefined,
  detail?: string,
): ApiError {
  return new ApiError(error, {
    ...(detail !== undefined && { detail }),
    ...(end !== undefined && toldEnds.includes(end) && { headers: { 'x-session-end': end } }),
  });
}

/** The error for an id that names nobody, for callers who may read every player. @param by the kind of the id */
export const noSuchPlayer = (by: 'sequential' | 'player' = 'sequential'): ApiError =>
  new ApiError('playerNotFound', { detail: `there is no player with this ${by} id` });
