// Speaks to a running service as a game would: over HTTP, with a token.

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: string | Uint8Array | ReadableStream | undefined;
  readonly headers?: Record<string, string>;
}

export async function call(
  url: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
  const response = await fetch(url + path, {
    method,
    headers,
    ...(options.body !== undefined && { body: options.body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

export const paths = {
  metadata: '/api/game/metadata',
  start: '/api/game/session/start',
  heartbeat: '/api/game/session/heartbeat',
  stop: '/api/game/session/stop',
} as const;
