// Answers for tests of the client: complete ones of the service, those of somebody else, and a server that gives them.
import { afterAll, beforeEach } from 'bun:test';
import { type ClientOptions, createClient, type PlaykeepClient } from '../src/index.ts';

export const envelope = (status: number, members: object, headers = {}): Response =>
  Response.json({ statusCode: status, ...members }, { status, headers });
export const tag = { etag: '"7-3"' };
export const record = { playerId: 'ann', sequentialId: 7, metadata: { gold: 1 } };
export const session = { sessionId: 's', startTime: '2026-01-01T00:00:00.000Z', playerId: 'ann' };
export const ended = { ...session, endTime: session.startTime, duration: 1 };

export const html = (status: number, headers = {}) =>
  new Response('<h1>Welcome aboard</h1>', { status, headers });
const statuses = [200, 201, 400, 401, 403, 404, 405, 409, 410, 412, 415, 422, 429, 431, 500, 502, 503, 511];
/** Answers that do not come from the service, by their titles. @param other where redirects lead, besides to the same host */
export const foreignAnswers = (other: string): readonly (readonly [string, () => Response])[] => [
  ...[301, 302, 303, 307, 308].flatMap((status) =>
    ['/followed', `${other}/followed`].map(
      (location) => [`${status} to ${location}`, () => html(status, { location })] as const,
    ),
  ),
  ...statuses.map((status) => [`a page with ${status}`, () => html(status)] as const),
  ['204', () => new Response(null, { status: 204 })],
  ['304', () => new Response(null, { status: 304, headers: tag })],
  ...['', '{}', '[]', 'null', '7', '{"data":{}}'].map(
    (text) => [`the body ${text}`, () => new Response(text)] as const,
  ),
  ['an envelope without data', () => envelope(200, {}, tag)],
  ['data of somebody else', () => envelope(200, { data: { id: 1 } }, tag)],
  ['an error with status 200', () => envelope(200, { error: { message: 'Player not found' } }, tag)],
  ['data with status 404', () => envelope(404, { data: record }, tag)],
  ['an error that is a text', () => envelope(404, { error: 'Not Found', message: 'no route' })],
  ['another status', () => Response.json({ statusCode: 404, error: { message: 'Player not found' } })],
  ['a conflict without a record', () => envelope(412, { error: { message: 'Precondition failed' } }, tag)],
  [
    'a conflict without a tag',
    () => envelope(412, { error: { message: 'Precondition failed' }, data: record }),
  ],
];

export interface AnsweringServer {
  readonly url: string;
  answer: () => Response | Promise<Response>;
  /** Those of the present test. */
  requests: { readonly path: string; readonly authorization: string | null }[];
}

/** A server for the tests of a file, which answers as each says. */
export function startAnsweringServer(): AnsweringServer {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch({ url, headers }) {
      const { pathname: path } = new URL(url);
      state.requests.push({ path, authorization: headers.get('authorization') });
      return state.answer();
    },
  });
  const state: AnsweringServer = {
    url: `http://127.0.0.1:${server.port}`,
    answer: () => html(500),
    requests: [],
  };
  afterAll(() => server.stop(true));
  beforeEach(() => {
    state.requests = [];
  });
  return state;
}

/** A client whose pauses are noted and not made. */
export function connectTo(
  url: string,
  options: Partial<ClientOptions> = {},
): PlaykeepClient & { readonly pauses: number[] } {
  const pauses: number[] = [];
  const client = createClient({
    url,
    token: () => 'token',
    environment: { sleep: async (milliseconds) => void pauses.push(milliseconds), random: () => 0.5 },
    ...options,
  });
  return { ...client, pauses };
}
