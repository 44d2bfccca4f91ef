// Sends requests and judges answers. Only an answer in the envelope of the service counts: the page of a captive portal or of a
// proxy is a network fault. Only requests that are safe to repeat are repeated.
import { type Environment, pauseMilliseconds } from './environment.ts';
import { failureCodeOf, PlaykeepError, throwIfAborted, toFailure } from './failure.ts';
import { memberText } from './json-source.ts';
import { readRecord } from './record.ts';
import type { HeldToken, TokenSource } from './token-source.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface RequestFacts {
  readonly method: Method;
  /** From `/api` on. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** The request outlives the page. Bodies of such requests have at most 60 KB together. */
  readonly keepalive?: boolean;
  /** Called with each token before it is used. */
  readonly checkToken?: ((token: string) => void) | undefined;
}

export interface Reply {
  readonly status: number;
  /** The text of the envelope. */
  readonly text: string;
  readonly etag: string | undefined;
  /** The token with which it was sent. */
  readonly token: string;
}

type Answer = Omit<Reply, 'token'>;

export interface Transport {
  /** One attempt, but for a second one with a new token after a 401. @throws PlaykeepError, or the reason of an abort */
  send(request: RequestFacts): Promise<Reply>;
  /** The same with repetitions after faults that allow them, at most four. @throws as `send` */
  sendPatiently(request: RequestFacts): Promise<Reply>;
  readonly environment: Environment;
}

export interface TransportOptions {
  readonly url: string;
  readonly tokens: TokenSource;
  readonly fetch: typeof fetch;
  readonly environment: Environment;
}

const attemptMilliseconds = 30_000;
const mostAttempts = 5;
/** Statuses of gateways and servers that refuse a size before the service sees the request. */
const sizeStatuses = [413, 414, 431];
const repeatable = [0, 408, 429, 502, 503, 504];

/** May the same request succeed later? Network faults, and statuses that say so. */
export const isTemporary = (failure: PlaykeepError): boolean =>
  failure.code === 'network' || (repeatable.includes(failure.status) && failure.status > 0);

export function createTransport({ url, tokens, fetch, environment }: TransportOptions): Transport {
  const base = url.replace(/\/+$/, '');

  async function attempt(request: RequestFacts, token: HeldToken): Promise<Reply> {
    throwIfAborted(request.signal);
    request.checkToken?.(token.text);
    const abort = new AbortController();
    const follow = () => abort.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', follow);
    const timer = setTimeout(() => abort.abort(), attemptMilliseconds);
    try {
      const headers: Record<string, string> = { authorization: `Bearer ${token.text}` };
      for (const [name, value] of Object.entries(request.headers ?? {})) {
        if (value !== undefined) headers[name] = value;
      }
      const response = await fetch(base + request.path, {
        method: request.method,
        headers,
        signal: abort.signal,
        cache: 'no-store',
        ...(request.body !== undefined && { body: request.body }),
        ...(request.keepalive && { keepalive: true }),
      });
      return { ...judge(response, await response.text()), token: token.text };
    } catch (thrown) {
      throwIfAborted(request.signal);
      throw toFailure(thrown, 'network', 'The service could not be reached');
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', follow);
    }
  }

  async function send(request: RequestFacts): Promise<Reply> {
    const token = await tokens.get();
    try {
      return await attempt(request, token);
    } catch (failure) {
      if (!(failure instanceof PlaykeepError) || failure.status !== 401) throw failure;
    }
    const renewed = await tokens.renew(token);
    try {
      return await attempt(request, renewed);
    } catch (failure) {
      if (failure instanceof PlaykeepError && failure.status === 401) tokens.drop(renewed);
      throw failure;
    }
  }

  async function sendPatiently(request: RequestFacts): Promise<Reply> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await send(request);
      } catch (failure) {
        if (!(failure instanceof PlaykeepError) || !isTemporary(failure)) throw failure;
        if (failures >= mostAttempts) throw failure;
        const pause = pauseMilliseconds(failures, failure.retryAfterSeconds, environment.random);
        await environment.sleep(pause, request.signal);
        throwIfAborted(request.signal);
      }
    }
  }

  return { send, sendPatiently, environment };
}

/** @returns a success. @throws PlaykeepError for every other answer */
function judge(response: Response, text: string): Answer {
  const { status } = response;
  // The tags of the service are strong. A proxy that compresses makes them weak, and If-Match takes strong ones alone (RFC 9110
  // section 8.8.3.2).
  const etag = response.headers.get('etag')?.replace(/^W\//, '');
  if (status === 304) return { status, text, etag };
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const facts = { status, retryAfterSeconds: retryAfter >= 0 ? retryAfter : undefined };
  const envelope = readEnvelope(text);
  if (envelope?.statusCode !== status) {
    if (sizeStatuses.includes(status))
      throw new PlaykeepError('too-large', 'The request is too large', facts);
    if (repeatable.includes(status)) {
      throw new PlaykeepError(failureCodeOf(status, ''), `The answer was ${status}`, facts);
    }
    throw new PlaykeepError('network', `The answer of status ${status} is not one of the service`, {
      retryAfterSeconds: facts.retryAfterSeconds,
    });
  }
  if (envelope.error === undefined) return { status, text, etag };
  const { message, detail = response.headers.get('x-error-detail') ?? undefined } = envelope.error;
  const data = status === 412 ? memberText(text, ['data']) : undefined;
  const record = data === undefined ? undefined : readRecord(data, etag);
  throw new PlaykeepError(failureCodeOf(status, message), message, { ...facts, detail, record });
}

interface Envelope {
  readonly statusCode: number;
  readonly error?: { readonly message: string; readonly detail?: string };
}

/** Undefined for text that is no whole envelope, such as one whose end was cut off. */
function readEnvelope(text: string): Envelope | undefined {
  try {
    const envelope = JSON.parse(text);
    const isWhole = typeof envelope?.error?.message === 'string' || envelope?.data !== undefined;
    return typeof envelope?.statusCode === 'number' && isWhole ? envelope : undefined;
  } catch {
    return undefined;
  }
}
