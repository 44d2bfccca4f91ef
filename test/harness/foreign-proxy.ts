// An HTTP proxy that answers for the service, by seed: it redirects to itself and to another host, shows pages, and gives JSON of
// somebody else, before or after it passed the request on. It counts what followed its redirects.
import type { IncomingMessage } from 'node:http';
import { type Forwarded, type HttpProxy, receive, startHttpProxy } from './forwarding.ts';
import { type Random, seeded } from './seeded.ts';

export type ForeignProxy = Awaited<ReturnType<typeof startForeignProxy>>;

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}
type Kind = (random: Random, own: Forwarded | undefined) => Answer;

const redirects = [301, 302, 303, 307, 308];
const pages = [200, 400, 401, 403, 404, 405, 409, 410, 412, 422, 429, 500, 502, 503, 511];
const html = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html', 'retry-after': '86400' },
  body: '<!doctype html><h1>Welcome aboard</h1>',
});
const json = (value: unknown, status = 200, headers = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** JSON that is not the service's answer to this request. */
const foreignJson: readonly Kind[] = [
  () => json({}),
  () => json({ data: {} }),
  () => json({ statusCode: 200, data: {} }, 200, { etag: '"1-1"' }),
  () => json({ statusCode: 404, error: 'Not Found', message: 'Route not found' }, 404),
  () => json({ statusCode: 200, error: { message: 'Forbidden' } }),
  () => json({ statusCode: 403, data: {} }, 403),
  () => json({ statusCode: 404, error: { message: 'Player not found' } }, 200),
  () => json({ statusCode: 412, error: { message: 'Precondition failed' } }, 412),
  (random) => {
    const metadata = { gold: 1_000_000, log: ['theirs'] };
    const data = { playerId: `somebody ${random(1e9)}`, sequentialId: 1, metadata };
    return json({ statusCode: 200, data }, 200, { etag: '"1-1"' });
  },
];

/** The service's own answer, of which something is lost. */
const damages: readonly ((own: Forwarded, random: Random) => Answer)[] = [
  ({ status, headers, bytes }, random) => ({
    status,
    headers,
    body: bytes.toString().slice(0, random(bytes.length)),
  }),
  ({ status, headers: { etag: _, ...headers }, bytes }) => ({ status, headers, body: `${bytes} ` }),
  ({ headers, bytes }) => ({ status: 203, headers, body: String(bytes) }),
];

const kinds: readonly Kind[] = [
  (random) => html(pages[random(pages.length)] as number),
  () => ({ status: 204, body: '' }),
  (random, own) => foreignJson[random(foreignJson.length)]?.(random, own) as Answer,
  (random, own) =>
    (own && own.status !== 304 ? damages[random(damages.length)]?.(own, random) : html(200)) as Answer,
];

/** @param share of the requests that the service does not answer, in hundredths */
export async function startForeignProxy(target: string, seed: number, share = 50) {
  const random = seeded(seed);
  let isMended = false;
  let answered = 0;
  let followed = 0;

  const otherHost = await startHttpProxy(async (request, response) => {
    followed += 1;
    response.writeHead(200, reachable(request)).end('{"statusCode":200,"data":{}}');
  });

  function foreign(path: string, own: Forwarded | undefined): Answer {
    if (random(2) === 0) return (kinds[random(kinds.length)] as Kind)(random, own);
    const location = `${random(2) === 0 ? otherHost.url : proxy.url}${path}?followed`;
    return { ...html(redirects[random(redirects.length)] as number), headers: { location } };
  }

  const proxy: HttpProxy = await startHttpProxy(async (request, response) => {
    const { forward } = await receive(request, target);
    const path = request.url ?? '/';
    if (path.endsWith('?followed')) followed += 1;
    // A browser asks first whether it may send a request, and nothing would be sent.
    if (isMended || request.method === 'OPTIONS' || random(100) >= share) {
      const { status, headers, bytes } = await forward();
      return void response.writeHead(status, headers).end(bytes);
    }
    answered += 1;
    const own = random(2) === 0 ? await forward() : undefined;
    const { status, headers, body } = foreign(path, own);
    response.writeHead(status, { ...reachable(request), ...headers }).end(body);
  });
  return {
    url: proxy.url,
    /** How many answers were not those of the service. */
    answered: () => answered,
    /** Requests that came to the other host, or that followed a redirect to the proxy itself. */
    followed: () => followed,
    /** From now on each answer is that of the service. */
    mend() {
      isMended = true;
    },
    stop: async () => void (await Promise.all([proxy.stop(), otherHost.stop()])),
  };
}

/** Lets a page read the answer, so that its browser does not refuse it first. */
const reachable = ({ headers }: IncomingMessage): Record<string, string> =>
  headers.origin === undefined
    ? {}
    : {
        'access-control-allow-origin': headers.origin,
        'access-control-expose-headers': 'etag, retry-after, x-error-detail',
      };
