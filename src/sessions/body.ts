// Reads the requests of the session routes: the optional JSON body, and the query of the history.
import { ApiError } from '../errors.ts';
import { jsonMediaType, mediaTypeOf, readBody } from '../http/body.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import { InvalidBody, readJsonText } from '../http/json-body.ts';
import { isSessionId, readSessionId } from '../lib/ids.ts';
import { isObject, openObject, stringValue, toText } from '../lib/json-text.ts';
import {
  METADATA_MAX_DEPTH,
  SESSION_CONTEXT_MAX_BYTES,
  SESSION_PAGE_MAX_ROWS,
  SESSION_PAGE_ROWS,
  SMALL_BODY_MAX_BYTES,
} from '../limits.ts';
import type { HistoryPosition, SessionOptions, StartOptions } from '../store/ports/sessions.ts';

/** Has the request neither a body nor an idempotency key? Almost every request is plain, and is read without a promise. */
export const isPlain = (request: Request, bodyLength: number): boolean =>
  bodyLength === 0 && !request.headers.has('idempotency-key');

const onActiveValues = ['reject', 'replace', 'resume'] as const;

/**
 * @returns the options of a start; undefined for a request without options.
 * @throws ApiError `invalidRequest`, `unsupportedMediaType`
 */
export async function readStart(request: Request, bodyLength: number): Promise<StartOptions | undefined> {
  const { bytes, members } = await readMembers(request, bodyLength, ['onActive', 'context']);
  const idempotencyKey = readIdempotencyKey(request, bytes);
  if (!members && !idempotencyKey) return undefined;
  return {
    onActive: readOnActive(members?.onActive),
    context: readContext(members?.context),
    idempotencyKey,
  };
}

function readOnActive(text: string | undefined): (typeof onActiveValues)[number] {
  if (text === undefined) return 'reject';
  const value = text.startsWith('"') ? stringValue(text) : undefined;
  const known = onActiveValues.find((each) => each === value);
  if (known === undefined) throw invalid(`onActive must be one of ${onActiveValues.join(', ')}`);
  return known;
}

function readContext(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isObject(text)) throw invalid('context must be an object');
  if (Buffer.byteLength(text) > SESSION_CONTEXT_MAX_BYTES) {
    throw invalid(`context may take ${SESSION_CONTEXT_MAX_BYTES} bytes`);
  }
  return text;
}

/**
 * @returns the options of a heartbeat or a stop; undefined for a request without options, which means the active session.
 * @throws ApiError `invalidRequest`, `unsupportedMediaType`
 */
export async function readSessionOptions(
  request: Request,
  bodyLength: number,
): Promise<SessionOptions | undefined> {
  const { bytes, members } = await readMembers(request, bodyLength, ['sessionId']);
  const idempotencyKey = readIdempotencyKey(request, bytes);
  const text = members?.sessionId;
  if (text !== undefined && !text.startsWith('"')) throw invalid('sessionId must be a string');
  const sessionId = text === undefined ? undefined : readSessionId(stringValue(text));
  return sessionId === undefined && !idempotencyKey ? undefined : { sessionId, idempotencyKey };
}

interface ReadMembers<Name extends string> {
  readonly bytes: Uint8Array | undefined;
  /** The text of each value; undefined without a body. */
  readonly members: Readonly<Partial<Record<Name, string>>> | undefined;
}

/** The body has one level around the context. */
const bounds = { maxDepth: METADATA_MAX_DEPTH + 1 };

/** Reads an object whose members are among `names`, each at most once. @throws ApiError `invalidRequest` */
async function readMembers<Name extends string>(
  request: Request,
  bodyLength: number,
  names: readonly Name[],
): Promise<ReadMembers<Name>> {
  const none = { bytes: undefined, members: undefined };
  if (bodyLength === 0) return none;
  const bytes = await readBody(request, { bodyLength, maxBytes: SMALL_BODY_MAX_BYTES }, (whole) => whole);
  if (bytes.length === 0) return none;
  const mediaType = mediaTypeOf(request);
  if (mediaType !== '' && !jsonMediaType.test(mediaType)) {
    throw new ApiError('unsupportedMediaType', { detail: 'send application/json' });
  }
  const text = readText(bytes);
  if (!isObject(text)) throw invalid('the body must be an object');
  const members: Partial<Record<Name, string>> = {};
  for (const { key, value } of openObject(text).parts) {
    const name = names.find((each) => each === key);
    if (name === undefined) throw invalid(`${quoted(key)} is no member of this body`);
    if (members[name] !== undefined) throw invalid(`${name} is given twice`);
    members[name] = toText(value);
  }
  return { bytes, members };
}

/** Quotes a caller's text, shortened to fit into a sentence. */
const quoted = (text: string): string => JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);

function readText(bytes: Uint8Array): string {
  try {
    return readJsonText(bytes, bounds);
  } catch (error) {
    if (error instanceof InvalidBody) throw invalid(error.message);
    throw error;
  }
}

const invalid = (detail: string): ApiError => new ApiError('invalidRequest', { detail });

export interface Page {
  readonly limit: number;
  readonly after: HistoryPosition | undefined;
}

/** @throws ApiError `invalidRequest` */
export function readPage(request: Request): Page {
  // `request.url` cannot be parsed when `Host` names no host, or is missing (HTTP/1.0).
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
