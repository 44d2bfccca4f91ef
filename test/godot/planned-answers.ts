// A server in front of the service that answers as an address says: `/plan/<name>/<steps>/api/…`. The steps are for the requests
// of one name, in order; after them, and at the step `pass`, the service answers. It keeps what was sent.
import type { ManualClock } from '../harness/clock.ts';

/** The answers that are not the service's, by the name of a step. Another name is an HTTP status with a proxy's page. */
const answers: Readonly<Record<string, () => Response | Promise<Response>>> = {
  portal: () => new Response('<h1>Welcome aboard</h1>'),
  cut: () => new Response('{"statusCode":200,"data":{"playerId":"a'),
  redirect: () =>
    new Response(null, { status: 307, headers: { location: '/plan/stolen/pass/api/game/metadata' } }),
  later: () =>
    Response.json(
      { statusCode: 503, error: { message: 'Service unavailable' } },
      { status: 503, headers: { 'retry-after': '7' } },
    ),
  suspended: () =>
    Response.json(
      { statusCode: 403, error: { message: 'Player suspended', detail: 'suspended forever' } },
      { status: 403 },
    ),
  refused: () =>
    Response.json(
      { statusCode: 401, error: { message: 'Unauthorized' } },
      { status: 401, headers: { 'x-error-detail': 'the token has expired' } },
    ),
  silence: () => new Promise(() => undefined),
  empty: () => new Response(null, { status: 204 }),
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

  /** As a proxy that compresses does, which makes strong tags weak. */
  async function weaken(answer: Promise<Response>): Promise<Response> {
    const { headers, status, body } = await answer;
    const weak = new Headers(headers);
    weak.set('etag', `W/${headers.get('etag')}`);
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
