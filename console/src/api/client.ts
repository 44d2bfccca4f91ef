// The client of the server API: typed calls, answers without their envelope, and exact text where digits must stay. A 401 on
// any call of the session ends it in this tab.
import createClient, { type Middleware } from 'openapi-fetch';
import { noteFailure, noteSuccess } from './connection.ts';
import { ApiFailure, failureOf, isAborted } from './failure.ts';
import { pageSecret } from './page-secret.ts';
import type { paths } from './schema.ts';
import { serviceUrl } from './service-url.ts';

/** A header that no form of another site can send, with the secret of this page. Before the sign-in any value will do. */
export const consoleHeader = 'x-playkeep-console';
const headerValue = (): string => pageSecret() ?? 'signed out';

const signedOutListeners = new Set<() => void>();

/** The function runs when an answer says that nobody is signed in. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request with the cookie of the console.
 * @returns an answer with status 2xx or 304
 * @throws ApiFailure for any other, and when no answer came; the reason of `signal` when it was aborted
 */
async function send(request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (isAborted(error)) throw error;
    const failure = new ApiFailure(0, 'The service cannot be reached', { cause: error });
    noteFailure(failure);
    throw failure;
  }
  if (response.status !== 503) noteSuccess();
  if (response.ok || response.status === 304) return response;
  const failure = await failureOf(response);
  if (failure.isTemporary) noteFailure(failure);
  // A late answer to a request of the session before tells nothing about this one.
  const isOfThisSession = request.headers.get(consoleHeader) === headerValue();
  if (failure.status === 401 && isOfThisSession) for (const listener of signedOutListeners) listener();
  throw failure;
}

const withHeader: Middleware = {
  onRequest({ request }) {
    request.headers.set(consoleHeader, headerValue());
    return request;
  },
};

/**
 * The operations of the server API by method and path. Each call throws an ApiFailure unless it succeeds; `dataOf` takes
 * the data out of its answer.
 */
export const api = createClient<paths>({
  baseUrl: serviceUrl,
  credentials: 'same-origin',
  cache: 'no-store',
  fetch: send,
});
api.use(withHeader);

/**
 * The `data` of an answer: `await dataOf(api.GET('/api/server/keys', { signal }))`. Never for metadata, whose numbers it
 * would round: `requestText` is for that.
 * @throws ApiFailure
 */
export async function dataOf<Body>(
  call: Promise<{ readonly data?: Body; readonly response: Response }>,
): Promise<Enveloped<Body>['data']> {
  const { data, response } = await call;
  if (data === undefined) throw new ApiFailure(response.status, 'The service sent no answer');
  return (data as Enveloped<Body>).data;
}

/** The JSON of an answer, which may be CSV for callers who ask for it. */
type Enveloped<Body> = Extract<Body, { readonly data: unknown }>;

export interface TextAnswer {
  readonly status: number;
  /** The body, exactly as it was sent; empty with 304. */
  readonly text: string;
  readonly etag: string | undefined;
  readonly headers: Headers;
}

/**
 * Sends a request and answers the source of its body, so that every digit and escape stays. `memberSource` of
 * json/member.ts cuts `data` out of it.
 * @param path of the service, such as `/api/server/players/12/metadata`
 * @throws ApiFailure
 */
export async function requestText(path: string, options: RequestOptions = {}): Promise<TextAnswer> {
  const response = await requestResponse(path, options);
  const text = await response.text();
  return {
    status: response.status,
    text,
    etag: response.headers.get('etag') ?? undefined,
    headers: response.headers,
  };
}

/** The same as `requestText`, before the body is read, for instance to save it to a file. @throws ApiFailure */
export function requestResponse(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', headers, body, signal } = options;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return send(
    new Request(serviceUrl + path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { ...type, [consoleHeader]: headerValue(), ...headers },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    }),
  );
}
