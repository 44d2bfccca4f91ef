// A server in front of the service that answers as an address says: `/plan/<name>/<steps>/api/…`. The steps are for the requests
// of one name, in order; after them, and at the step `pass`, the service answers. It keeps what was sent.
import type { ManualClock } from '../../../harness/clock.ts';

const tag = { etag: '"1-1"' };
const strangers = { playerId: 'a stranger', sequentialId: 1, metadata: { gold: 999 } };

/** The answers that are not the service's, by the name of a step. Another name is an HTTP status with a proxy's page. */
const answers: Readonly<Record<string, () => Response | Promise<Response>>> = {
  portal: () => new Response('<h1>Welcome aboard</h1>'),
  cut: () => new Response('{"statusCode":200,"data":{"playerId":"a'),
  redirect: () =>
    new Response(null, { status: 307, headers: { location: '/plan/stolen/pass/api/game/metadata' } }),
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status) => [
      `redirect-${status}`,
      () => new Response(null, { status, headers: { location: '/plan/stolen/pass/api/game/metadata' } }),
    ]),
  ),
  nothing: () => new Response(null, { status: 204 }),
  object: () => Response.json({}),
  'no-data': () => Response.json({ statusCode: 200 }, { headers: tag }),
  data: () => Response.json({ statusCode: 200, data: { id: 1 } }, { headers: tag }),
  stranger: () => Response.json({ statusCode: 200, data: strangers }, { headers: tag }),
  untagged: () => Response.json({ statusCode: 200, data: { ...strangers, playerId: 'ann' } }),
  'error-200': () => Response.json({ statusCode: 200, error: { message: 'Player not found' } }),
  'data-404': () => Response.json({ statusCode: 404, data: strangers }, { status: 404 }),
  'text-error': () => Response.json({ statusCode: 404, error: 'Not Found' }, { status: 404 }),
  'other-status': () => Response.json({ statusCode: 404, error: { message: 'Player not found' } }),
  'bare-conflict': () =>
    Response.json(
      { statusCode: 412, error: { message: 'Precondition failed' } },
      { status: 412, headers: tag },
    ),
  patient: () =>
    Response.json(
      { statusCode: 503, error: { message: 'Service unavailable' } },
      { status: 503, headers: { 'retry-after': '86400' } },
    ),
  'patient-page': () =>
    new Response('<h1>a proxy</h1>', { status: 503, headers: { 'retry-after': '86400' } }),
  huge: () => new Response(new Uint8Array(65 * 1024 * 1024).fill(32)),
  busy: () => Response.json({ statusCode: 503, error: { message: 'Service unavailable' } }, { status: 503 }),
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
