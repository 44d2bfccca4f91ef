// Requests with a key, a deadline and repetitions. Only a request that may be repeated is sent again after a fault; every one is after
// a 429, which says that nothing was done. No redirect is followed, since it would take the key along.
import { errorOf, isTemporary, PlaykeepError } from './errors.ts';

export interface CallOptions {
  /** Ends the call and its pauses. The call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The `X-Request-Id` in the log of the service and in the audit; a random one unless it is given. */
  readonly requestId?: string | undefined;
}

export interface Call extends CallOptions {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
  /** JSON unless it is given. */
  readonly mediaType?: string | undefined;
  /** Does a repetition have no further effect? */
  readonly isRepeatable: boolean;
  /** Called before each repetition. */
  readonly onRepetition?: () => void;
}

export interface Answer {
  readonly response: Response;
  /** The whole envelope. */
  readonly text: string;
  readonly etag: string;
}

export interface TransportOptions {
  readonly url: string;
  readonly key: string | (() => string | Promise<string>);
  readonly fetch: typeof fetch;
  /** The most time for an attempt, and between two pieces of a streamed answer. */
  readonly timeoutMilliseconds: number;
  /** The most attempts of a call. */
  readonly attempts: number;
  /** A `Retry-After` that is longer ends the call with its error. */
  readonly longestPauseSeconds: number;
}

export interface Transport {
  /** @throws PlaykeepError, or the reason of an abort */
  send(call: Call): Promise<Answer>;
  /**
   * Sends a call whose answer is streamed, and gives its pieces as they arrive. No attempt is repeated: the caller knows what of the
   * answer arrived. @throws PlaykeepError, or the reason of an abort
   */
  open(call: Call): AsyncGenerator<Uint8Array>;
  /** Waits before a repetition. @throws the error where there is none, since it was the last attempt or the pause is too long */
  pause(error: PlaykeepError, attempt: number, signal: AbortSignal | undefined): Promise<void>;
}

/** The deadline of an attempt. */
interface Clock {
  stop(): void;
  restart(): void;
}

const firstPause = 250;
const longestPause = 8_000;

export function createTransport(options: TransportOptions): Transport {
  const { timeoutMilliseconds, attempts, longestPauseSeconds } = options;
  const base = options.url.replace(/\/+$/, '');

  /** One attempt. `read` reads the answer. */
  async function* attempt<Part>(
    call: Call,
    requestId: string,
    read: (response: Response, clock: Clock) => AsyncGenerator<Part>,
  ): AsyncGenerator<Part> {
    const { signal } = call;
    signal?.throwIfAborted();
    const abort = new AbortController();
    const follow = () => abort.abort(signal?.reason);
    signal?.addEventListener('abort', follow);
    const late = () =>
      abort.abort(new PlaykeepError('timeout', `No answer within ${timeoutMilliseconds} ms`, { requestId }));
    let timer = setTimeout(late, timeoutMilliseconds);
    const clock: Clock = {
      stop: () => clearTimeout(timer),
      restart() {
        clearTimeout(timer);
        timer = setTimeout(late, timeoutMilliseconds);
      },
    };
    try {
      yield* read(await request(call, requestId, abort.signal), clock);
    } catch (thrown) {
      if (abort.signal.aborted) throw abort.signal.reason;
      if (thrown instanceof PlaykeepError) throw thrown;
      throw new PlaykeepError('network', 'The answer did not arrive', { requestId, cause: thrown });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
      // The rest of an answer that nobody reads is not received.
      abort.abort();
    }
  }

  async function request(call: Call, requestId: string, signal: AbortSignal): Promise<Response> {
    const { method, path, body, mediaType = 'application/json' } = call;
    const key = typeof options.key === 'function' ? await options.key() : options.key;
    const headers = new Headers({ authorization: `Bearer ${key}`, 'x-request-id': requestId });
    if (body !== undefined) headers.set('content-type', mediaType);
    for (const [name, value] of Object.entries(call.headers ?? {}))
      if (value !== undefined) headers.set(name, value);
    const init = { method, headers, signal, redirect: 'manual' as const };
    return options.fetch(base + path, body === undefined ? init : { ...init, body });
  }

  /** Throws the error of an answer that is no success. */
  async function assertSuccess(response: Response, sentId: string): Promise<void> {
    const { status, headers } = response;
    if (status === 200) return;
    const requestId = headers.get('x-request-id') ?? sentId;
    const facts = { status, requestId, retryAfterSeconds: secondsOf(headers.get('retry-after')) };
    const detail = headers.get('x-error-detail') ?? undefined;
    const text = await response.text();
    try {
      throw errorOf(text, { ...facts, detail, etag: headers.get('etag') });
    } catch (thrown) {
      if (thrown instanceof PlaykeepError) throw thrown;
      // A proxy answers in the place of the service.
      const message = `The answer with status ${status} is not of Playkeep`;
      throw new PlaykeepError('network', message, { ...facts, cause: thrown });
    }
  }

  async function pause(
    error: PlaykeepError,
    attempt: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { retryAfterSeconds = 0 } = error;
    if (attempt >= attempts || retryAfterSeconds > longestPauseSeconds) throw error;
    // Full jitter, so that callers who were refused together do not come again together.
    const jitter = Math.random() * Math.min(longestPause, firstPause * 2 ** attempt);
    await sleep(retryAfterSeconds * 1_000 + jitter, signal);
  }

  return {
    async send(call) {
      const requestId = call.requestId ?? crypto.randomUUID();
      async function* read(response: Response): AsyncGenerator<Answer> {
        await assertSuccess(response, requestId);
        const text = await response.text();
        assertEnvelope(response, text, requestId);
        yield { response, text, etag: response.headers.get('etag') ?? '' };
      }
      for (let number = 1; ; number += 1) {
        try {
          for await (const answer of attempt(call, requestId, read)) return answer;
        } catch (error) {
          if (!(error instanceof PlaykeepError)) throw error;
          const mayRepeat = error.status === 429 || (call.isRepeatable && isTemporary(error));
          if (!mayRepeat) throw error;
          await pause(error, number, call.signal);
          call.onRepetition?.();
        }
      }
    },
    open(call) {
      const requestId = call.requestId ?? crypto.randomUUID();
      async function* read(response: Response, clock: Clock): AsyncGenerator<Uint8Array> {
        await assertSuccess(response, requestId);
        const reader = response.body?.getReader();
        for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
          // The caller may take long with a piece.
          clock.stop();
          yield step.value;
          clock.restart();
        }
      }
      return attempt(call, requestId, read);
    },
    pause,
  };
}

function assertEnvelope(response: Response, text: string, requestId: string): void {
  if (/^text\/csv/.test(response.headers.get('content-type') ?? '')) return;
  try {
    if (JSON.parse(text).statusCode === 200) return;
  } catch {
    // An answer of another server, or a part of one.
  }
  throw new PlaykeepError('network', 'The answer is not of Playkeep', { requestId, status: response.status });
}

/** `Retry-After` in seconds. The service sends no date. */
const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined;

/** Rejects with the reason of the signal. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
}
