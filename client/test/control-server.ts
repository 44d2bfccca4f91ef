// A web server for tests of the client on several platforms: it serves the compiled client and the scripts of this folder to pages,
// signs tokens, moves the clock of the service, and starts proxies that answer for it.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type ForeignProxy, startForeignProxy } from '../../test/harness/foreign-proxy.ts';
import { amount } from '../../test/harness/nightly.ts';
import { seed } from '../../test/harness/seeded.ts';
import { type Service, signTestToken } from '../../test/harness/service.ts';
import { builtClient } from './built-client.ts';

export interface ControlServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Proxies that a scenario starts, each with a seed of its own. */
const proxiesOfScenario = amount(12, 1_000);

const page = '<!doctype html><title>game</title>';

export async function startControlServer(service: Service): Promise<ControlServer> {
  const client = dirname(await builtClient());

  const proxies = new Map<string, ForeignProxy>();

  /** A proxy is started, mended, and stopped with a report of what it did. */
  async function proxy({ pathname, searchParams }: URL): Promise<Response> {
    if (pathname === '/control/proxy') {
      const started = await startForeignProxy(service.url, Number(searchParams.get('seed')));
      proxies.set(started.url, started);
      return new Response(started.url);
    }
    const url = searchParams.get('url') ?? '';
    const found = proxies.get(url);
    if (pathname === '/control/mend') found?.mend();
    if (found === undefined || pathname === '/control/mend') return new Response('');
    proxies.delete(url);
    await found.stop();
    return Response.json({ answered: found.answered(), followed: found.followed() });
  }

  async function control(url: URL): Promise<Response> {
    const { pathname, searchParams } = url;
    const seconds = Number(searchParams.get('seconds'));
    if (pathname === '/control/token') {
      const exp = Math.floor(service.clock.now() / 1_000) + seconds;
      return new Response(await signTestToken(searchParams.get('player') ?? '', { exp }));
    }
    if (pathname === '/control/seeds') return Response.json({ seed, count: proxiesOfScenario });
    if (['/control/proxy', '/control/mend', '/control/stop'].includes(pathname)) return proxy(url);
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
  return {
    url: `http://127.0.0.1:${server.port}`,
    async stop() {
      await Promise.all([...proxies.values()].map((each) => each.stop()));
      await server.stop(true);
    },
  };
}
