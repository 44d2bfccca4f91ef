// Web sites of tests: small servers on loopback. Two ports of 127.0.0.1 are two origins of one site, and `localhost` is another
// site.

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly site: string | null;
  readonly cookie: string | null;
  readonly body: string;
}

export interface Origin extends Disposable {
  /** By address: `http://127.0.0.1:…`. */
  readonly url: string;
  /** The same server by name: `http://localhost:…`, for browsers a site of its own. */
  readonly otherSiteUrl: string;
  readonly seen: readonly SeenRequest[];
}

/** Serves one page at every path. */
export function serveOrigin(html: string, headers: Record<string, string> = {}): Origin {
  const seen: SeenRequest[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      seen.push({
        method: request.method,
        path: new URL(request.url).pathname,
        site: request.headers.get('sec-fetch-site'),
        cookie: request.headers.get('cookie'),
        body: await request.text(),
      });
      return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    otherSiteUrl: `http://localhost:${server.port}`,
    seen,
    [Symbol.dispose]: () => void server.stop(true),
  };
}
