// A server in front of the service that answers as an address says: `/plan/<name>/<steps>/api/…`. The steps are for the requests
// of one name, in order; after them, and at the step `pass`, the service answers. It keeps what was sent.
import type { ManualClock } from '../../../harness/clock.ts';

const tag = { etag: '"1-1"' };
const strangers = { playerId: 'a stranger', sequentialId: 1, metadata: { gold: 999 } };

const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json({ statusCode: status, ...body }, { status, headers });
const failure = (status: number, error: object | string, headers: Record<string, string> = {}) =>
  answer(status, { error }, headers);
const unavailable = { message: 'Service unavailable' };
const unknown = { message: 'Player not found' };
const redirect = (status: number) =>
  new Response(null, { status, headers: { location: '/plan/stolen/pass/api/game/metadata' } });

/** The answers that are not the service's, by the name of a step. Another name is an HTTP status with a proxy's page. */
const answers: Readonly<Record<string, () => Response | Promise<Response>>> = {
  portal: () => new Response('<h1>Welcome aboard</h1>'),
  cut: () => new Response('{"statusCode":200,"data":{"playerId":"a'),
  redirect: () => redirect(307),
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status) => [`redirect-${status}`, () => redirect(status)]),
  ),
  nothing: () => new Response(null, { status: 204 }),
  empty: () => new Response(null, { status: 204 }),
  object: () => Response.json({}),
  'no-data': () => answer(200, {}, tag),
  data: () => answer(200, { data: { id: 1 } }, tag),
  stranger: () => answer(200, { data: strangers }, tag),
  untagged: () => answer(200, { data: { ...strangers, playerId: 'ann' } }),
  'error-200': () => failure(200, unknown),
  'data-404': () => answer(404, { data: strangers }),
  'text-error': () => failure(404, 'Not Found'),
  'other-status': () => Response.json({ statusCode: 404, error: unknown }),
  'bare-conflict': () => failure(412, { message: 'Precondition failed' }, tag),
  busy: () => failure(503, unavailable),
  later: () => failure(503, unavailable, { 'retry-after': '7' }),
  patient: () => failure(503, unavailable, { 'retry-after': '86400' }),
  'patient-page': () =>
    new Response('<h1>a proxy</h1>', { status: 503, headers: { 'retry-after': '86400' } }),
  huge: () => new Response(new Uint8Array(65 * 1024 * 1024).fill(32)),
  suspended: () => failure(403, { message: 'Player suspended', detail: 'suspended forever' }),
  refused: () => failure(401, { message: 'Unauthorized' }, { 'x-error-detail': 'the token has expired' }),
  silence: () => new Promise(() => undefined),
};

export interface PlannedAnswers {
  readonly url: string;
  stop(): Promise<void>;
}

/** `POST /clock/<milliseconds>` lets time pass for the service, and `GET /sent/<name>` lists the requests of a name. */
export function startPlannedAnswers(target: string, clock: ManualClock): PlannedAnswers {
  const sent = new Map<string, object[]>();

  async function serve(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const [, kind = '', name = '', steps = '', ...rest] = pathname.split('/');
    if (kind === 'sent') return Response.json(sent.get(name) ?? []);
    if (kind === 'clock') {
      await clock.pass(Number(name));
      return Response.json({});
    }
    const path = `/${rest.join('/')}${search}`;
    const body = await request.text();
    const earlier = sent.get(name) ?? [];
    const { method, headers } = request;
    sent.set(name, [...earlier, { method, path, body, headers: Object.fromEntries(headers) }]);
    const step = steps.split(',')[earlier.length] ?? 'pass';
    if (step === 'pass') return forward(method, path, headers, body);
    if (step === 'weak') return weaken(forward(method, path, headers, body));
    return (await answers[step]?.()) ?? new Response('<h1>a proxy</h1>', { status: Number(step) });
  }

  /** As a proxy that compresses does, which makes strong tags weak and names the coding in them. */
  async function weaken(answer: Promise<Response>): Promise<Response> {
    const { headers, status, body } = await answer;
    const weak = new Headers(headers);
    weak.set('etag', `W/${headers.get('etag')?.replace(/"$/, '-gzip"')}`);
    return new Response(body, { status, headers: weak });
  }

  async function forward(method: string, path: string, headers: Headers, body: string): Promise<Response> {
    const kept = [...headers].filter(
      ([name]) => !/^(?:host|connection|content-length|accept-encoding)$/.test(name),
    );
    const answer = await fetch(target + path, { method, headers: kept, ...(body !== '' && { body }) });
    const text = await answer.text();
    const fields = [...answer.headers].filter(
      ([name]) => !/^(?:content-length|content-encoding)$/.test(name),
    );
    return new Response(text, { status: answer.status, headers: fields });
  }

  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: serve });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}
