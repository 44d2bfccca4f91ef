// The HTTP server by itself, with routes of a test, on a clock that the test moves.
import type { Handler, HttpRoute } from '../../src/http/http-route.ts';
import { type HttpServer, startHttpServer } from '../../src/http/server.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { manualClock } from '../harness/clock.ts';

type Options = Parameters<typeof startHttpServer>[0];

/** Starts the server. What the options do not say is as in production, and every request is admitted. */
export const startTestServer = (options: Pick<Options, 'routes'> & Partial<Options>): Promise<HttpServer> =>
  startHttpServer({
    ...{
      host: '127.0.0.1',
      port: 0,
      corsOrigins: '*',
      production: true,
      idleTimeoutSeconds: 75,
      tryAdmit: () => true,
    },
    clock: manualClock(),
    log: createLog({ level: 'silent', production: true }),
    metrics: createMetrics(),
    ...options,
  });

// One record for all, since routes of a path share it.
const unsheddable = { isSheddable: false, cors: 'configured' } as const;

/** Routes for GET by their paths. */
export const routesOf = (
  handlers: Readonly<Record<string, Handler>>,
  access: HttpRoute['access'] = unsheddable,
) => Object.entries(handlers).map(([path, handle]): HttpRoute => ({ method: 'GET', path, handle, access }));
