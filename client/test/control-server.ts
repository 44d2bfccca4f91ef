// A web server for tests of the client on several platforms: it serves the compiled client and the scripts of this folder to pages,
// signs tokens, moves the clock of the service, and is a proxy that answers for it.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Service, signTestToken } from '../../test/harness/service.ts';
import { builtClient } from './built-client.ts';
import { envelope, foreignAnswers, tag } from './foreign-pages.ts';

export interface ControlServer {
  readonly url: string;
  stop(): Promise<void>;
}

const game = '<!doctype html><title>game</title>';
const theirs = { playerId: 'bob', sequentialId: 9, metadata: { gold: 999 } };

/** Nothing listens at the other host. */
const pages: readonly (readonly [title: string, answer: () => Response])[] = [
  ...foreignAnswers('http://127.0.0.1:9'),
  ['a record of another player', () => envelope(200, { data: theirs }, tag)],
  [
    'a conflict with the record of another player',
    () => envelope(412, { error: { message: 'Precondition failed' }, data: theirs }, tag),
  ],
];

export async function startControlServer(service: Service): Promise<ControlServer> {
  const client = dirname(await builtClient());
  /** The answer of the proxy in the place of the service's. */
  let answerOfProxy: (() => Response) | undefined;
  let followed = 0;

  async function forward(request: Request, path: string): Promise<Response> {
    const { method, headers } = request;
    const body = await request.text();
    if (answerOfProxy) return answerOfProxy();
    const answer = await fetch(service.url + path, { method, headers, ...(body !== '' && { body }) });
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });
  }

  async function control({ pathname, searchParams }: URL): Promise<Response> {
    const seconds = Number(searchParams.get('seconds'));
    switch (pathname) {
      case '/control/token': {
        const exp = Math.floor(service.clock.now() / 1_000) + seconds;
        return new Response(await signTestToken(searchParams.get('player') ?? '', { exp }));
      }
      case '/control/page': {
        const [title, answer] = pages[Number(searchParams.get('index'))] ?? [];
        answerOfProxy = answer;
        return Response.json({ title, followed });
      }
      case '/control/advance':
        service.clock.advance(seconds * 1_000);
        return new Response('');
      default:
        return new Response('', { status: 404 });
    }
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url);
      const path = normalize(url.pathname);
      if (path.startsWith('/control/')) return control(url);
      if (path.startsWith('/proxy/')) return forward(request, path.slice('/proxy'.length) + url.search);
      if (path === '/followed') followed += 1;
      if (path === '/') return new Response(game, { headers: { 'content-type': 'text/html' } });
      const file = path.startsWith('/client/') ? join(client, path.slice(8)) : join(import.meta.dir, path);
      return new Response(readFileSync(file, 'utf8'), { headers: { 'content-type': 'text/javascript' } });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}
