// Requests, with a token and with repetitions. No redirect is followed, and no attempt takes longer than 30 seconds. Only
// requests that are safe to repeat are repeated.
import { throwIfAborted, untilAborted } from './abort.ts';
import { readBody } from './answer-body.ts';
import { type Environment, pauseMilliseconds } from './environment.ts';
import { PlaykeepError, toFailure } from './failure.ts';
import { isRedirected, judge } from './judgement.ts';
import type { Reply, RequestFacts } from './request.ts';
import { type HeldToken, LateToken, subjectOf, type TokenSource } from './token-source.ts';

export interface Transport {
  /** One attempt, but for a second one with a new token after a 401. @throws PlaykeepError, or the reason of an abort */
  send(request: RequestFacts): Promise<Reply>;
  /** The same with repetitions after faults that allow them, at most four. @throws as `send` */
  sendWithRetries(request: RequestFacts): Promise<Reply>;
  readonly environment: Environment;
}

export interface TransportOptions {
  /** Without a slash at its end. */
  readonly url: string;
  /** The player, where the game has named one; else the token's `sub`. */
  readonly player: string | undefined;
  readonly tokens: TokenSource;
  readonly fetch: typeof fetch;
  readonly environment: Environment;
}

const attemptMilliseconds = 30_000;
const mostAttempts = 5;
const repeatable = [408, 429, 502, 503, 504];

/** May the same request succeed later? Network faults, and statuses that say so. */
export const isTemporary = (failure: PlaykeepError): boolean =>
  failure.code === 'network' || repeatable.includes(failure.status);

export function createTransport({ url, player, tokens, fetch, environment }: TransportOptions): Transport {
  async function attempt(request: RequestFacts, token: HeldToken): Promise<Reply> {
    throwIfAborted(request.signal);
    request.checkToken?.(token.text);
    const abort = new AbortController();
    const follow = () => abort.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', follow);
    const timer = setTimeout(() => abort.abort(), attemptMilliseconds);
    try {
      // The `fetch` of a game may not know the signal.
      return await untilAborted(exchange(request, token, abort.signal), abort.signal);
    } catch (thrown) {
      // The rest of a refused answer is not received.
      abort.abort();
      throwIfAborted(request.signal);
      throw toFailure(thrown, 'network', 'The service could not be reached');
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', follow);
    }
  }

  async function exchange(request: RequestFacts, token: HeldToken, signal: AbortSignal): Promise<Reply> {
    const headers: Record<string, string> = { authorization: `Bearer ${token.text}` };
    for (const [name, value] of Object.entries(request.headers ?? {})) {
      if (value !== undefined) headers[name] = value;
    }
    const response = await fetch(url + request.path, {
      method: request.method,
      headers,
      signal,
      cache: 'no-store',
      redirect: 'manual',
      ...(request.body !== undefined && { body: request.body }),
      ...(request.keepalive && { keepalive: true }),
    });
    if (isRedirected(response, url + request.path))
      throw new PlaykeepError('network', 'The answer is a redirect, which is not followed');
    const expected = request.isOwn ? (player ?? subjectOf(token.text)) : undefined;
    return { ...judge(request, expected, response, await readBody(response)), token: token.text };
  }

  async function send(request: RequestFacts): Promise<Reply> {
    const token = await untilAborted(tokens.get(), request.signal);
    try {
      return await attempt(request, token);
    } catch (failure) {
      if (!(failure instanceof PlaykeepError) || failure.status !== 401) throw failure;
    }
    const renewed = await untilAborted(tokens.renew(token), request.signal);
    try {
      return await attempt(request, renewed);
    } catch (failure) {
      if (failure instanceof PlaykeepError && failure.status === 401) tokens.drop(renewed);
      throw failure;
    }
  }

  async function sendWithRetries(request: RequestFacts): Promise<Reply> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await send(request);
      } catch (failure) {
        if (!(failure instanceof PlaykeepError) || !isTemporary(failure)) throw failure;
        if (failure instanceof LateToken) throw failure;
        if (failures >= mostAttempts) throw failure;
        const pause = pauseMilliseconds(failures, failure.retryAfterSeconds, environment.random);
        await environment.sleep(pause, request.signal);
        throwIfAborted(request.signal);
      }
    }
  }

  return { send, sendWithRetries, environment };
}
