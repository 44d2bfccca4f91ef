// What a handler answers: a status, a finished body, headers. The envelope is put around JSON text that is already
// final, so stored metadata leaves exactly as it came.
import { type ApiError, errorCatalogue, specifiedErrors } from '../errors.ts';
import { RETRY_AFTER_SECONDS } from '../limits.ts';
import type { ErrorBody } from '../wire.ts';
import type { Body } from './outgoing.ts';

export interface Reply {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
  /** The entity tag (RFC 9110 section 8.8.3). */
  readonly etag?: string;
}

/**
 * The headers that an answer leaves with. Most answers have the same few: named one by one they cost the server a twelfth
 * of a GET less than put together from several objects.
 */
export function headersFor(
  { headers, etag }: Reply,
  cors: Readonly<Record<string, string>>,
  requestId: string,
): Record<string, string> {
  if (headers === json && cors === noHeaders) {
    if (etag === undefined) return { 'content-type': 'application/json', 'x-request-id': requestId };
    return { 'content-type': 'application/json', etag, 'x-request-id': requestId };
  }
  return { ...headers, ...cors, ...(etag !== undefined && { etag }), 'x-request-id': requestId };
}

export const noHeaders: Readonly<Record<string, string>> = {};

const json = { 'content-type': 'application/json' } as const;

const envelope = (data: string): string => `{"statusCode":200,"data":${data}}`;

/** 200 with the success envelope around `data`, which is JSON text. */
export const okText = (data: string): Reply => ({ status: 200, body: envelope(data), headers: json });

/** The same with an entity tag; the text may be in pieces. */
export const okTagged = (data: string | readonly string[], etag: string): Reply => ({
  status: 200,
  body: typeof data === 'string' ? envelope(data) : ['{"statusCode":200,"data":', ...data, '}'],
  headers: json,
  etag,
});

/** 304: the caller has what it would get (RFC 9110 section 15.4.5). */
export const notModified = (etag: string): Reply => ({ status: 304, body: null, headers: noHeaders, etag });

export const ok = (data: unknown): Reply => okText(JSON.stringify(data));

export function failure(error: ApiError): Reply & { readonly body: string } {
  const { statusCode, message } = errorCatalogue[error.error];
  const { detail, data } = error.options;
  const isSpecified = specifiedErrors.includes(error.error);
  const body: ErrorBody = {
    statusCode,
    error: detail === undefined || isSpecified ? { message } : { message, detail },
  };
  const text = JSON.stringify(body);
  const retry = statusCode === 503 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {};
  const why = isSpecified && detail !== undefined ? { 'x-error-detail': asHeader(detail) } : {};
  return {
    status: statusCode,
    body: data === undefined ? text : `${text.slice(0, -1)},"data":${data}}`,
    headers: { ...json, ...retry, ...why, ...error.options.headers },
  };
}

/** Whatever a detail says, it makes no header that cannot be sent. */
const asHeader = (detail: string): string => detail.replace(/[^ -~]/g, '?');

/** 204: the only kind of answer beside 304 that has no envelope, since it has no body. */
export function noContent(headers: Readonly<Record<string, string>>): Reply {
  return { status: 204, body: null, headers };
}
