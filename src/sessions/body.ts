// What a session operation may be told: an optional JSON body, and where a page of the history begins.
import type { z } from 'zod';
import { ApiError } from '../errors.ts';
import { hasBody, jsonMediaType, mediaTypeOf, readBody } from '../http/body.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import { isSessionId, readSessionId } from '../lib/ids.ts';
import { memberOf } from '../lib/json-edit.ts';
import { isDeeperThan, openObject, toText, withoutSpaceAround } from '../lib/json-text.ts';
import {
  METADATA_MAX_DEPTH,
  SESSION_CONTEXT_MAX_BYTES,
  SESSION_PAGE_MAX_ROWS,
  SESSION_PAGE_ROWS,
  SMALL_BODY_MAX_BYTES,
} from '../limits.ts';
import type { HistoryPosition, SessionOptions, StartOptions } from '../store/store.ts';
import { sessionBody, startSessionBody } from '../wire.ts';

/** Does a request ask for nothing beyond the plain operation? Almost all do, and need not wait for more to be read. */
export const isPlain = (request: Request): boolean =>
  !hasBody(request) && !request.headers.has('idempotency-key');

/**
 * @returns what a start asks for; undefined when it asks for nothing beyond the plain operation.
 * @throws ApiError `invalidRequest`
 */
export async function readStart(request: Request): Promise<StartOptions | undefined> {
  const { bytes, text, value } = await readObject(request, startSessionBody);
  const replay = readIdempotencyKey(request, bytes);
  if (!value && !replay) return undefined;
  const context =
    value?.context && toText(memberOf(openObject(withoutSpaceAround(text)), 'context')?.value ?? '');
  if (context && Buffer.byteLength(context) > SESSION_CONTEXT_MAX_BYTES) {
    throw invalid(`context may take ${SESSION_CONTEXT_MAX_BYTES} bytes`);
  }
  if (context && isDeeperThan(context, METADATA_MAX_DEPTH)) {
    throw invalid(`context may nest ${METADATA_MAX_DEPTH} levels`);
  }
  return { onActive: value?.onActive ?? 'reject', context: context ?? null, replay };
}

/**
 * @returns which session a heartbeat or a stop is about; undefined for whichever is active.
 * @throws ApiError `invalidRequest`
 */
export async function readSessionOptions(request: Request): Promise<SessionOptions | undefined> {
  const { bytes, value } = await readObject(request, sessionBody);
  const replay = readIdempotencyKey(request, bytes);
  const sessionId = value?.sessionId === undefined ? undefined : readSessionId(value.sessionId);
  return sessionId === undefined && !replay ? undefined : { sessionId, replay };
}

interface ReadObject<T> {
  readonly bytes: Uint8Array | undefined;
  readonly text: string;
  readonly value: T | undefined;
}

/** A body of another media type than JSON was never looked at by these operations, and is not now. */
async function readObject<S extends z.ZodType>(request: Request, shape: S): Promise<ReadObject<z.output<S>>> {
  const none = { bytes: undefined, text: '', value: undefined };
  if (!hasBody(request)) return none;
  const mediaType = mediaTypeOf(request);
  if (mediaType !== '' && !jsonMediaType.test(mediaType)) return none;
  const bytes = await readBody(request, SMALL_BODY_MAX_BYTES, (whole) => whole);
  if (bytes.length === 0) return none;
  const text = decode(bytes);
  const parsed = shape.safeParse(parse(text));
  if (parsed.success) return { bytes, text, value: parsed.data };
  const [issue] = parsed.error.issues;
  throw invalid(`${issue?.path.join('.') || 'the body'}: ${issue?.message}`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalid('the body is no UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('the body is no JSON');
  }
}

const invalid = (detail: string): ApiError => new ApiError('invalidRequest', { detail });

export interface Page {
  readonly limit: number;
  readonly after: HistoryPosition | undefined;
}

/** @throws ApiError `invalidRequest` */
export function readPage(request: Request): Page {
  // Cut out by hand: a `Host` that names no host, or none as in HTTP/1.0, makes an URL that cannot be parsed.
  const query = new URLSearchParams(/\?[^#]*/.exec(request.url)?.[0]);
  const limit = query.get('limit') ?? String(SESSION_PAGE_ROWS);
  if (!/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > SESSION_PAGE_MAX_ROWS) {
    throw invalid(`limit must be an integer from 1 to ${SESSION_PAGE_MAX_ROWS}`);
  }
  const cursor = query.get('cursor');
  return { limit: Number(limit), after: cursor === null ? undefined : parseCursor(cursor) };
}

export const formatCursor = ({ endedAt, sessionId }: HistoryPosition): string =>
  Buffer.from(`${endedAt}.${sessionId}`).toString('base64url');

function parseCursor(cursor: string): HistoryPosition {
  const [, endedAt, sessionId = ''] =
    /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (endedAt === undefined || !isSessionId(sessionId)) {
    throw invalid('cursor must be the nextCursor of an earlier answer');
  }
  return { endedAt: Number(endedAt), sessionId };
}
