// The closed catalogue of errors. A rule throws an `ApiError` by name; one boundary (http/boundary.ts) renders it.
// Messages are constants that clients compare, so none is ever interpolated or reworded.
import type { BusyRefusal, RateRefusal, StoreRefusal } from './admission/refusals-table.ts';
import { ERROR_DETAIL_MAX_CHARACTERS } from './limits.ts';

export const errorCatalogue = {
  unauthorized: { statusCode: 401, message: 'Unauthorized' },
  playerNotFound: { statusCode: 404, message: 'Player not found' },
  invalidMetadata: { statusCode: 400, message: 'Invalid metadata format' },
  sessionAlreadyActive: { statusCode: 400, message: 'Session already active' },
  noActiveSession: { statusCode: 400, message: 'No active session found' },
  invalidRequest: { statusCode: 400, message: 'Invalid request' },
  forbidden: { statusCode: 403, message: 'Forbidden' },
  fieldNotWritable: { statusCode: 403, message: 'Field not writable' },
  versionNotFound: { statusCode: 404, message: 'Version not found' },
  keyNotFound: { statusCode: 404, message: 'Key not found' },
  notFound: { statusCode: 404, message: 'Not found' },
  methodNotAllowed: { statusCode: 405, message: 'Method not allowed' },
  sessionNotCurrent: { statusCode: 409, message: 'Session not current' },
  patchConflict: { statusCode: 409, message: 'Patch does not apply' },
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

/** Why a request was refused, for the metrics: an error, or one of the reasons behind those that have several. */
export type RefusalReason = ErrorName | RateRefusal | 'busy' | 'storeUnavailable' | 'keySetUnavailable';

export interface ApiErrorOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A sentence that says what exactly is wrong; printable ASCII without callers' text on `specifiedErrors`. */
  readonly detail?: string;
  /** JSON text that stands as `data` beside the error: the state that a conflict was with. */
  readonly data?: string;
  /** Why, for the log alone. */
  readonly cause?: unknown;
  /** What the metrics count it as, where the error has several reasons. */
  readonly reason?: RefusalReason;
  /** The row of admission/refusals-table.ts, for the log. */
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

/** A detail is stored and sent, and may quote a caller's text of any length, so it is cut. */
const shortened = (detail: string): string =>
  `${detail.slice(0, ERROR_DETAIL_MAX_CHARACTERS - 3).toWellFormed()}...`;

/** The same for an id that is nobody's and for one whose player the caller may not read. */
export const noReadablePlayer = (): ApiError =>
  new ApiError('playerNotFound', { detail: 'there is no player with this sequential id that you may read' });
