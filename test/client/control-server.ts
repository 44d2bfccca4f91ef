// A web server for tests of the client on several platforms: it serves the compiled client and the scripts of this folder to pages,
// signs tokens, and moves the clock of the service.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Service, signTestToken } from '../harness/service.ts';
import { builtClient } from './built-client.ts';

export interface ControlServer {
  readonly url: string;
  stop(): Promise<void>;
}

const page = '<!doctype html><title>game</title>';

export async function startControlServer(service: Service): Promise<ControlServer> {
  const client = dirname(await builtClient());

  async function control({ pathname, searchParams }: URL): Promise<Response> {
    const seconds = Number(searchParams.get('seconds'));
    if (pathname === '/control/token') {
      const exp = Math.floor(service.clock.now() / 1_000) + seconds;
      return new Response(await signTestToken(searchParams.get('player') ?? '', { exp }));
    }
    if (pathname !== '/control/advance') return new Response('', { status: 404 });
    service.clock.advance(seconds * 1_000);
    return new Response('');
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url);
      const path = normalize(url.pathname);
      if (path.startsWith('/control/')) return control(url);
      if (path === '/') return new Response(page, { headers: { 'content-type': 'text/html' } });
      const file = path.startsWith('/client/') ? join(client, path.slice(8)) : join(import.meta.dir, path);
      return new Response(readFileSync(file, 'utf8'), { headers: { 'content-type': 'text/javascript' } });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}
