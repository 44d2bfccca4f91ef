// The HTTP server: it serves a table of routes by Bun.serve, and knows no feature. An admitted request goes through the boundary
// (boundary.ts). Under overload a request gets the overload response.
import { lookup } from 'node:dns/promises';
import http from 'node:http';
import { ApiError } from '../errors/errors.ts';
import type { Origins } from '../lib/origins.ts';
import type { Traces } from '../lib/traces.ts';
import { REQUEST_HEADERS_MAX_BYTES, SHUTDOWN_SETTLE_MILLISECONDS } from '../limits.ts';
import { urlOf } from './address.ts';
import { type BoundaryOptions, createBoundary } from './boundary.ts';
import { watchConnections } from './connections.ts';
import { type Cors, createCors, createRefusalLog } from './cors.ts';
import type { AccessPolicy, Handler, HttpRoute } from './http-route.ts';
import type { InFlight } from './in-flight.ts';
import { ignoreNewConnections } from './listener.ts';
import { createOverloadResponder } from './overload-response.ts';
import { failure, ofOnePlayer } from './reply.ts';
import { addAdmission, endRequestSpan, type Serve, traceRequests } from './request-spans.ts';
import { createTargets } from './targets.ts';

export interface HttpServer {
  /** The URL of the server, for instance `http://127.0.0.1:8080`. */
  readonly url: string;
  /**
   * Takes new connections for so many seconds, while every reply ends its connection. In the last moment it takes none, so
   * that no connection is accepted and then not read.
   */
  drain(seconds: number): Promise<void>;
  /** Ends idle connections, takes no new one, and waits at most `graceSeconds` for the requests in flight. */
  stop(graceSeconds: number): Promise<void>;
}

/** Options that every server of a process shares. */
export type ServerContext = Pick<HttpOptions, 'idleTimeoutSeconds' | 'clock' | 'log' | 'production'>;

export interface HttpOptions extends BoundaryOptions {
  readonly host: string;
  readonly port: number;
  readonly idleTimeoutSeconds: number;
  /** The settings of `host` and `port`, for the operator. By default those of the service. */
  readonly settings?: AddressSettings;
  /** Do other processes of this service listen on the port too? On Linux the kernel spreads connections over them. */
  readonly sharesPort?: boolean;
  readonly routes: readonly HttpRoute[];
  readonly corsOrigins: Origins;
  /** Answers requests whose path is no route. By default they get 404. */
  readonly handleUnknownPath?: Handler;
  /** Undefined while traces are off. */
  readonly traces?: Traces | undefined;
  /** Admission control. @returns false for a request that is to be answered 503 */
  readonly tryAdmit: (share?: number) => boolean;
}

interface AddressSettings {
  readonly host: string;
  readonly port: string;
}

export async function startHttpServer(options: HttpOptions): Promise<HttpServer> {
  (http as { maxHeaderSize: number }).maxHeaderSize = REQUEST_HEADERS_MAX_BYTES;
  const inFlight: InFlight = { requests: 0, rests: 0, isDraining: false };
  const answer = createBoundary(options, inFlight, () => server.pendingRequests);
  const target = createTargets(options.metrics);
  const policies = {
    configured: createHeaderPolicy(options, createCors(options.corsOrigins), inFlight),
    private: createHeaderPolicy(
      options,
      createCors(options.corsOrigins, {
        others: ofOnePlayer,
        refused: createRefusalLog(options.log, options.clock),
      }),
      inFlight,
    ),
    none: createHeaderPolicy(options, createCors([]), inFlight),
    unstored: createHeaderPolicy(options, createCors([], { others: unstored }), inFlight),
  };
  const byPath = Map.groupBy(options.routes, (route) => route.path);
  const routes = Object.fromEntries(
    [...byPath].map(([path, list]) => {
      const { isSheddable, admissionShare, cors } = accessOf(path, list);
      const tryAdmit = isSheddable ? () => options.tryAdmit(admissionShare) : undefined;
      const serve = dispatcher({ path, list, target, policy: policies[cors], tryAdmit, answer });
      return [path, traceRequests(options.traces, path, serve)];
    }),
  );
  const internal = failure(new ApiError('internal'));
  // A path without a route today may have one tomorrow.
  const nowhereCors = createCors(options.corsOrigins, { others: unstored });
  const nowhere = target({
    ...{ path: undefined, method: 'other', cors: nowhereCors },
    ...(options.handleUnknownPath && { handle: options.handleUnknownPath }),
  });
  // The preflight of a page is answered, so that its script may read the 404.
  const preflightNowhere = target({
    path: undefined,
    method: 'OPTIONS',
    allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    cors: nowhereCors,
  });
  const isPreflight = ({ method, headers }: Request) =>
    method === 'OPTIONS' && headers.has('access-control-request-method');
  const serveNowhere: Serve = (request, server, span) =>
    answer(request, server, isPreflight(request) ? preflightNowhere : nowhere, span);
  const traceNowhere = traceRequests(options.traces, undefined, serveNowhere);
  const server = await listen(
    {
      hostname: options.host,
      port: options.port,
      development: false,
      // A second service on the same port would get a part of the requests.
      reusePort: options.sharesPort ?? false,
      idleTimeout: options.idleTimeoutSeconds,
      // Bodies are bounded where they are read (body.ts). Bun's own bound would answer without the envelope.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      routes,
      fetch: (request, server) => traceNowhere(request as Bun.BunRequest, server),
      error: () => new Response(internal.body, { status: internal.status, headers: internal.headers }),
    },
    options.settings,
  );
  options.metrics.gauge(
    { name: 'playkeep_http_requests_in_progress', help: 'Requests that have come and are not answered yet.' },
    () => server.pendingRequests,
  );
  const closed = options.metrics.counter({
    name: 'playkeep_http_idle_connections_closed_total',
    help: 'Idle connections that were closed because file descriptors ran out.',
  });
  const endWatch = watchConnections(server, { ...options, closed });
  return {
    url: urlOf(options.host, server.port as number),
    async drain(seconds) {
      inFlight.isDraining = true;
      await options.clock.sleep(seconds * 1000 - SHUTDOWN_SETTLE_MILLISECONDS);
      if (server.port !== undefined) await ignoreNewConnections(server.port);
      await options.clock.sleep(SHUTDOWN_SETTLE_MILLISECONDS);
    },
    async stop(graceSeconds) {
      endWatch();
      inFlight.isDraining = true;
      server.closeIdleConnections();
      const graceful = server.stop();
      const stopped = new AbortController();
      const grace = options.clock.sleep(graceSeconds * 1000, stopped.signal).then(() => 'late');
      if ((await Promise.race([graceful, grace])) === 'late') await server.stop(true);
      stopped.abort();
    },
  };
}

/** The part of a policy that is in the headers of every answer. */
type HeaderPolicy = ReturnType<typeof createHeaderPolicy>;

/** Makes the function that serves all methods of a path. */
function dispatcher({
  path,
  list,
  target,
  policy,
  tryAdmit,
  answer,
}: {
  readonly path: string;
  readonly list: readonly HttpRoute[];
  readonly target: ReturnType<typeof createTargets>;
  readonly policy: HeaderPolicy;
  /** Undefined where requests are not shed. */
  readonly tryAdmit: (() => boolean) | undefined;
  readonly answer: ReturnType<typeof createBoundary>;
}): Serve {
  const targets = new Map(
    list.map(({ method, handle }) => [method as string, target({ path, method, handle, ...policy })]),
  );
  const get = list.find((route) => route.method === 'GET');
  if (get) targets.set('HEAD', target({ path, method: 'HEAD', handle: get.handle, ...policy }));
  const allow = [...targets.keys(), 'OPTIONS'].join(', ');
  targets.set('OPTIONS', target({ path, method: 'OPTIONS', allow, ...policy }));
  const other = target({ path, method: 'other', allow, ...policy });
  return (request, server, span) => {
    const target = targets.get(request.method) ?? other;
    // A preflight is always answered, so that a browser may read the refusal that follows.
    if (tryAdmit && request.method !== 'OPTIONS') {
      const isAdmitted = tryAdmit();
      if (span) addAdmission(span, isAdmitted);
      if (!isAdmitted) {
        const observe: typeof target.observe = (status, milliseconds) => {
          target.observe(status, milliseconds);
          if (span) endRequestSpan(span, status);
        };
        return policy.respondOverload(request, span ? observe : target.observe);
      }
    }
    return answer(request, server, target, span);
  };
}

const unstored = { 'cache-control': 'no-store' };

function createHeaderPolicy(options: HttpOptions, cors: Cors, inFlight: InFlight) {
  return { cors, respondOverload: createOverloadResponder({ ...options, cors, inFlight }) };
}

/** The policy of a path. Its routes must share one, since preflights and 405 belong to no single route. */
function accessOf(path: string, routes: readonly HttpRoute[]): AccessPolicy {
  const [first, ...others] = routes.map((route) => route.access);
  if (!first || others.some((other) => other !== first)) {
    throw new Error(`the routes of ${path} have several kinds of access`);
  }
  return first;
}

/**
 * Finds out whether nobody listens on a port, before processes listen on it together: for them the system would not refuse it.
 * @param port 0 takes any free one
 * @returns the port. @throws Error with a sentence for the operator
 */
export async function findFreePort(hostname: string, port: number): Promise<number> {
  const server = await listen({ hostname, port, reusePort: false, fetch: () => new Response() });
  // A server that has stopped has the port 0.
  const found = server.port as number;
  await server.stop(true);
  return found;
}

/** @throws Error with a sentence for the operator */
export async function listen(
  options: Parameters<typeof Bun.serve>[0],
  settings: AddressSettings = { host: 'HOST', port: 'PORT' },
): Promise<ReturnType<typeof Bun.serve>> {
  try {
    return Bun.serve(options);
  } catch (error) {
    const { hostname, port } = options as { hostname: string; port: number };
    const reasons: Record<string, string> = {
      EADDRINUSE: `it is in use; choose another ${settings.port}`,
      EADDRNOTAVAIL: `this machine has no such address; choose another ${settings.host}`,
      EACCES: `ports below 1024 need privileges that this user does not have; choose another ${settings.port}`,
    };
    const { code = '', message } = error as { code?: string; message: string };
    // For a name that cannot be resolved Bun's code is that of an earlier system call.
    const isResolved = await lookup(hostname).then(
      () => true,
      () => false,
    );
    const reason = isResolved
      ? (reasons[code] ?? message)
      : `the host name cannot be resolved; choose another ${settings.host}`;
    throw new Error(`cannot listen on ${hostname} port ${port}: ${reason}`, { cause: error });
  }
}
