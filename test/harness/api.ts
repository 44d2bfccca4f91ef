// Calls a running service as a game would: over HTTP, with a token. Every answer is checked for the envelope.
import { expect } from 'bun:test';
import { errorCatalogue, specifiedErrors } from '../../src/errors/errors.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The text of the body. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** An answer without the parts that differ each time. */
export interface Told {
  readonly status: number;
  readonly etag: string | null;
  readonly detail: string | null;
  readonly text: string;
}

export const told = ({ status, headers, text }: Answer): Told => ({
  status,
  etag: headers.get('etag'),
  detail: headers.get('x-error-detail'),
  text,
});

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
  const isJson = response.headers.get('content-type') === 'application/json' && text !== '';
  const body = isJson ? JSON.parse(text) : undefined;
  if (isJson && path !== '/openapi.json') checkEnvelope(response.status, body, response.headers);
  return { status: response.status, headers: response.headers, text, body };
}

const ofTable = new Set(specifiedErrors.map((name) => errorCatalogue[name].message as string));
const known = new Set(Object.values(errorCatalogue).map((error) => `${error.statusCode} ${error.message}`));

/**
 * Expects the rules for every answer in every test: the status, exactly data or error, a known message. A failed precondition
 * also has the current record. Errors of the specification's table have their reason in a header.
 */
function checkEnvelope(status: number, body: Record<string, unknown>, headers: Headers): void {
  expect(body.statusCode).toBe(status);
  const fields = status === 200 ? ['data'] : status === 412 || status === 410 ? ['error', 'data'] : ['error'];
  expect(Object.keys(body)).toEqual(['statusCode', ...fields]);
  const why = headers.get('x-error-detail');
  if (status === 200) {
    expect(why).toBeNull();
    return;
  }
  const { message, ...rest } = body.error as { message: string; detail?: string };
  expect(known).toContain(`${status} ${message}`);
  expect(Object.keys(rest)).toEqual(rest.detail === undefined || ofTable.has(message) ? [] : ['detail']);
  if (why === null) return;
  expect(ofTable).toContain(message);
  expect(why).toMatch(/^[ -~]{1,200}$/);
}

export const paths = {
  metadata: '/api/game/metadata',
  lookup: '/api/game/metadata/lookup',
  history: '/api/game/metadata/history',
  session: '/api/game/session',
  sessions: '/api/game/session/history',
  start: '/api/game/session/start',
  heartbeat: '/api/game/session/heartbeat',
  stop: '/api/game/session/stop',
} as const;
