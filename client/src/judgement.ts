// The judgement of answers. Only a complete answer in the envelope of the service counts. A redirect, the page of a captive portal or of a
// proxy, and the JSON of somebody else are network faults, whatever their status is.
import { failureCodeOf, PlaykeepError, reasonOf, sessionEndOf } from './failure.ts';
import { memberText } from './json-source.ts';
import { readRecord } from './record.ts';
import type { Answer, RequestFacts } from './request.ts';
import { type Shape, shapes } from './shapes.ts';

/** The service asks for seconds. A longer pause is the mistake of somebody on the way. */
const mostRetryAfterSeconds = 600;

/**
 * Did the answer come from another address? Some platforms follow redirects whatever they are asked for.
 * @param url of the request
 */
export function isRedirected(response: Response, url: string): boolean {
  const { redirected, type, url: answeredBy } = response as Partial<Response>;
  if (type === 'opaqueredirect') return true;
  // A browser may have made the address a safe one by itself, so it is compared only where nothing else tells.
  if (redirected !== undefined) return redirected;
  return Boolean(answeredBy) && normal(answeredBy as string) !== normal(url);
}

function normal(url: string): string {
  try {
    return new URL(url).href;
  } catch {
    return url;
  }
}

/** A proxy keeps answers, and gives them to somebody else. */
export const aboutAnother = (): PlaykeepError =>
  new PlaykeepError('network', 'The answer is about another player', {
    detail: 'give the option `player` where another claim of the token than `sub` names the player',
  });

/**
 * @param player whom the answer must be about, if it names a player
 * @returns a success. @throws PlaykeepError for every other answer
 */
export function judge(
  request: RequestFacts,
  player: string | undefined,
  response: Response,
  text: string,
): Answer {
  const { status } = response;
  // The tags of the service are strong. A proxy that compresses makes them weak or names the coding in them, and If-Match takes the
  // tags of the service alone (RFC 9110 section 8.8.3.2).
  const etag = response.headers.get('etag')?.replace(/^W\/|-(br|gzip|zstd)(?="$)/g, '');
  const writtenAt = Date.parse(response.headers.get('last-modified') ?? '') || null;
  const answer = { status, text, etag, writtenAt };
  if (status === 304 && etag !== undefined && etag === request.headers?.['if-none-match']) return answer;
  const envelope = readEnvelope(text, status);
  if (envelope === undefined) throw foreign(request, status);
  const { error } = envelope;
  if (error === undefined) {
    assertComplete(request.shape, player, envelope.data, etag);
    return answer;
  }
  if (status === 412) assertComplete(shapes.ownRecord, player, envelope.data, etag);
  const data = status === 412 ? memberText(text, ['data']) : undefined;
  const reason = reasonOf(error.message);
  const sessionEnd = sessionEndOf(response.headers.get('x-session-end'));
  throw new PlaykeepError(failureCodeOf(status, reason, sessionEnd), error.message, {
    status,
    reason,
    sessionEnd,
    writtenAt,
    retryAfterSeconds: retryAfterOf(response),
    detail: error.detail ?? response.headers.get('x-error-detail') ?? undefined,
    record: data === undefined ? undefined : readRecord(data, etag),
  });
}

/**
 * An answer outside the envelope. A gateway that refuses the size of a write would refuse it again, so this alone is told as it is.
 */
function foreign({ shape, body }: RequestFacts, status: number): PlaykeepError {
  if (status === 413 && shape.isTagged && body !== undefined)
    return new PlaykeepError('too-large', 'The request is too large', { status });
  return new PlaykeepError('network', `The answer of status ${status} is not one of the service`);
}

/** @throws PlaykeepError `network` for data that lack anything, or are about another player */
function assertComplete(
  { isData, isTagged }: Shape,
  player: string | undefined,
  data: unknown,
  etag: string | undefined,
): void {
  if (!isData(data)) throw new PlaykeepError('network', 'The answer is not complete');
  const { playerId } = data as { readonly playerId?: string };
  if (player !== undefined && playerId !== undefined && playerId !== player) throw aboutAnother();
  if (isTagged && !etag) {
    throw new PlaykeepError('network', 'The answer has no entity tag', {
      detail: 'a proxy or CORS hides it',
    });
  }
}

function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  return /^\d+$/.test(text) ? Math.min(Number(text), mostRetryAfterSeconds) : undefined;
}

interface Envelope {
  readonly data?: unknown;
  readonly error?: { readonly message: string; readonly detail?: string };
}

/** Undefined for text that is no envelope of this status, such as one whose end was cut off. */
function readEnvelope(text: string, status: number): Envelope | undefined {
  try {
    const envelope = JSON.parse(text);
    if (envelope?.statusCode !== status) return undefined;
    const { error } = envelope;
    if (status >= 400) return typeof error?.message === 'string' ? envelope : undefined;
    return status >= 200 && status < 300 && error === undefined ? envelope : undefined;
  } catch {
    return undefined;
  }
}
