// Reads the requests of the session routes: the optional JSON body, and the query of the history. The values of starts and
// heartbeats are checked by hand, not by their shapes (http/checked-members.ts): these are the calls that games make all the time,
// and the shapes cost 3 µs of each.
import { readIdempotencyKey } from '../http/idempotency.ts';
import { readInstallationId } from '../http/installation.ts';
import { invalidRequest, readMembers } from '../http/json-members.ts';
import { parsePositiveInteger } from '../http/path.ts';
import { readLimit, readQuery } from '../http/query.ts';
import { isSessionId, readSessionId } from '../lib/ids.ts';
import { isDeeperThan, stringValue } from '../lib/json-places.ts';
import { isObject } from '../lib/json-values.ts';
import {
  SESSION_CONTEXT_MAX_BYTES,
  SESSION_CONTEXT_MAX_DEPTH,
  SESSION_PAGE_MAX_ROWS,
  SESSION_PAGE_ROWS,
} from '../limits.ts';
import type { IdempotencyKey } from '../store/ports/idempotency.ts';
import {
  type HistoryPosition,
  type OnActive,
  onActiveValues,
  type SessionOptions,
  type StartOptions,
} from '../store/ports/sessions.ts';
import { sessionBody, startSessionBody, terminateBody } from '../wire/sessions.ts';
import type { ContextFilter } from './context-filter.ts';
import { contextParameter, readContextFilter } from './context-query.ts';

/** Has the request neither a body nor an idempotency key? Almost every request is plain, and is read without a promise. */
export const isPlain = (request: Request, bodyLength: number): boolean =>
  bodyLength === 0 && !request.headers.has('idempotency-key');

/** `isPlain` for a start, which may also name its installation. */
export const isPlainStart = (request: Request, bodyLength: number): boolean =>
  isPlain(request, bodyLength) && !request.headers.has('x-installation-id');

/**
 * @returns the options of a start; undefined for a request without options.
 * @throws ApiError `invalidRequest`, `unsupportedMediaType`
 */
export async function readStart(request: Request, bodyLength: number): Promise<StartOptions | undefined> {
  const { bytes, members } = await readMembers(request, bodyLength, startSessionBody);
  const idempotencyKey = readIdempotencyKey(request, bytes);
  const installationId = readInstallationId(request);
  if (!members && !idempotencyKey && installationId === undefined) return undefined;
  const onActive = readOnActive(members?.onActive);
  if (onActive === 'replaceOwn' && installationId === undefined)
    throw invalidRequest('onActive "replaceOwn" demands the header X-Installation-Id');
  return { onActive, context: readContext(members?.context), installationId, idempotencyKey };
}

function readOnActive(text: string | undefined): OnActive {
  if (text === undefined) return 'reject';
  const value = text.startsWith('"') ? stringValue(text) : undefined;
  const known = onActiveValues.find((each) => each === value);
  if (known === undefined) throw invalidRequest(`onActive must be one of ${onActiveValues.join(', ')}`);
  return known;
}

function readContext(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isObject(text)) throw invalidRequest('context must be an object');
  if (Buffer.byteLength(text) > SESSION_CONTEXT_MAX_BYTES) {
    throw invalidRequest(`context may take ${SESSION_CONTEXT_MAX_BYTES} bytes`);
  }
  if (isDeeperThan(text, SESSION_CONTEXT_MAX_DEPTH)) {
    throw invalidRequest(`context may nest ${SESSION_CONTEXT_MAX_DEPTH} levels deep`);
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
  const { bytes, members } = await readMembers(request, bodyLength, sessionBody);
  const idempotencyKey = readIdempotencyKey(request, bytes);
  const text = members?.sessionId;
  if (text !== undefined && !text.startsWith('"')) throw invalidRequest('sessionId must be a string');
  const sessionId = text === undefined ? undefined : readSessionId(stringValue(text));
  return sessionId === undefined && !idempotencyKey ? undefined : { sessionId, idempotencyKey };
}

/**
 * Reads a request to terminate a session. Its body is empty or `{}`.
 * @throws ApiError `invalidRequest`, `unsupportedMediaType`
 */
export async function readTermination(
  request: Request,
  bodyLength: number,
): Promise<IdempotencyKey | undefined> {
  const { bytes } = await readMembers(request, bodyLength, terminateBody);
  const key = readIdempotencyKey(request, bytes);
  return key && { ...key, owner: 'server' };
}

export interface Page {
  readonly limit: number;
  readonly after: HistoryPosition | undefined;
}

/** The query of a page of sessions, for the API document. */
export const pageParameters = {
  limit: {
    description: 'Sessions in a page.',
    schema: { type: 'integer', minimum: 1, maximum: SESSION_PAGE_MAX_ROWS, default: SESSION_PAGE_ROWS },
  },
  cursor: { description: '`nextCursor` of the page before.', schema: { type: 'string' } },
} as const;

/** The query of a page that servers may filter. */
export const filteredPageParameters = { ...pageParameters, context: contextParameter } as const;

/** A page of sessions whose contexts match. */
interface Filtered {
  /** Undefined for all sessions. */
  readonly matches: ContextFilter | undefined;
}

/** @throws ApiError `invalidRequest` */
export function readPage(request: Request): Page {
  return toPage(readQuery(request, ['limit', 'cursor']));
}

/** Reads the query of a page of a player's sessions for a server. @throws ApiError `invalidRequest` */
export function readFilteredPage(request: Request): Page & Filtered {
  const query = readQuery(request, ['limit', 'cursor', 'context']);
  return { ...toPage(query), matches: readContextFilter(query.context) };
}

const toPage = ({ limit, cursor }: PageQuery): Page => ({
  limit: readPageLimit(limit),
  after: cursor === undefined ? undefined : parseCursor(cursor),
});

/**
 * Reads the query of a page of the active sessions of all players.
 * @returns the sequential id after which the page begins; 0 for the first page.
 * @throws ApiError `invalidRequest`
 */
export function readActivePage(
  request: Request,
): { readonly limit: number; readonly after: number } & Filtered {
  const { limit: limitText, cursor, context } = readQuery(request, ['limit', 'cursor', 'context']);
  const [limit, matches] = [readPageLimit(limitText), readContextFilter(context)];
  if (cursor === undefined) return { limit, after: 0, matches };
  const after = parsePositiveInteger(Buffer.from(cursor, 'base64url').toString());
  if (after === undefined) throw invalidRequest(cursorSentence);
  return { limit, after, matches };
}

interface PageQuery {
  readonly limit?: string;
  readonly cursor?: string;
}

const readPageLimit = (text: string | undefined): number =>
  readLimit(text, SESSION_PAGE_ROWS, SESSION_PAGE_MAX_ROWS);

export const formatActiveCursor = (sequentialId: number): string =>
  Buffer.from(String(sequentialId)).toString('base64url');

export const formatCursor = ({ endedAt, sessionId }: HistoryPosition): string =>
  Buffer.from(`${endedAt}.${sessionId}`).toString('base64url');

const cursorSentence = 'cursor must be the nextCursor of an earlier answer';

function parseCursor(cursor: string): HistoryPosition {
  const [, endedAt, sessionId = ''] =
    /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (endedAt === undefined || !isSessionId(sessionId)) {
    throw invalidRequest(cursorSentence);
  }
  return { endedAt: Number(endedAt), sessionId };
}
