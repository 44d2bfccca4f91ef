// The HTTP server: a table of routes → Bun.serve, and the one boundary where a thrown error becomes an answer.
// It knows no feature. Every answer leaves here with its request id, and none with a stack trace.
import { lookup } from 'node:dns/promises';
import http from 'node:http';
import { createResponseBacklog } from '../admission/memory-budget.ts';
import { ApiError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { requestIdSource } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { durationBounds, type Histogram, type Metrics } from '../lib/metrics.ts';
import { CONNECTION_IDLE_SECONDS, REQUEST_HEADERS_MAX_BYTES } from '../limits.ts';
import { LARGE_BODY_BYTES, SHUTDOWN_SETTLE_MILLISECONDS } from '../tuning.ts';
import { BodyInterrupted, hasUnread } from './body.ts';
import { watchConnections } from './connections.ts';
import { type Cors, createCors } from './cors.ts';
import { ignoreNewConnections } from './listener.ts';
import { outgoing, sizeOf } from './outgoing.ts';
import { createErrorMapper, createOverloadResponder, endRequest, type InFlight } from './refusals.ts';
import { failure, headersFor, noContent, type Reply } from './reply.ts';
import { type Rest, readRest } from './unread.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Tells who is at the other end of a request's connection, and how long it may be silent. */
export type Peers = Pick<Bun.Server<undefined>, 'requestIP' | 'timeout'>;

export type Handler = (request: Bun.BunRequest, peers: Peers) => MaybePromise<Reply>;

export interface HttpRoute {
  readonly method: Method;
  /** A literal path, or one with `:name` segments, which reach the handler decoded in `request.params`. */
  readonly path: string;
  /** May it be answered 503 when there is too much to do? Probes may not. */
  readonly sheddable: boolean;
  readonly handle: Handler;
}

export interface HttpServer {
  /** Where it listens, for instance `http://127.0.0.1:8080`. */
  readonly url: string;
  /**
   * From now on every answer ends its connection. For so long idle ones stay, and new ones are taken, but for the last moment, so
   * that none is left which was taken and not heard.
   */
  drain(seconds: number): Promise<void>;
  /** Ends idle connections, takes no new one, waits for the requests in flight; at most `graceSeconds`. */
  stop(graceSeconds: number): Promise<void>;
}

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly routes: readonly HttpRoute[];
  readonly corsOrigins: '*' | readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  /** Else the log says at level info why a token was refused, since the answer does not. */
  readonly production: boolean;
  readonly metrics: Metrics;
  /** Admission control: false when this request is to be answered 503. */
  readonly tryAdmit: () => boolean;
}

export async function startHttpServer(options: HttpOptions): Promise<HttpServer> {
  (http as { maxHeaderSize: number }).maxHeaderSize = REQUEST_HEADERS_MAX_BYTES;
  const inFlight: InFlight = { requests: 0, rests: 0, isDraining: false };
  const answer = createAnswer(options, inFlight, () => server.pendingRequests);
  const respondOverload = createOverloadResponder({ ...options, inFlight });
  const target = createTargets(options.metrics);
  const byPath = Map.groupBy(options.routes, (route) => route.path);
  const routes: Record<
    string,
    (request: Bun.BunRequest, server: Bun.Server<undefined>) => MaybePromise<Response>
  > = {};
  for (const [path, list] of byPath) {
    const targets = new Map(
      list.map(({ method, handle }) => [method as string, target(path, method, handle)]),
    );
    const get = list.find((route) => route.method === 'GET');
    if (get) targets.set('HEAD', target(path, 'HEAD', get.handle));
    const allow = [...targets.keys(), 'OPTIONS'].join(', ');
    targets.set('OPTIONS', target(path, 'OPTIONS', undefined, allow));
    const other = target(path, 'other', undefined, allow);
    const isSheddable = list.some((route) => route.sheddable);
    routes[path] = (request, server) => {
      const target = targets.get(request.method) ?? other;
      // A preflight is always answered, so that a browser may read the refusal that follows.
      if (isSheddable && request.method !== 'OPTIONS' && !options.tryAdmit())
        return respondOverload(request, target.observe);
      return answer(request, server, target);
    };
  }
  const internal = failure(new ApiError('internal'));
  const nowhere = target(undefined, 'other', undefined);
  const server = await listen({
    hostname: options.host,
    port: options.port,
    development: false,
    // Without this a second service could listen on the same port, and each would get some of the requests.
    reusePort: false,
    idleTimeout: CONNECTION_IDLE_SECONDS,
    // Bodies are bounded where they are read (body.ts); Bun's own bound would answer without the envelope.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    routes,
    fetch: (request, server) => answer(request as Bun.BunRequest, server, nowhere),
    error: () => new Response(internal.body, { status: internal.status, headers: internal.headers }),
  });
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
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${server.port}`,
    async drain(seconds) {
      inFlight.isDraining = true;
      await Bun.sleep(seconds * 1000 - SHUTDOWN_SETTLE_MILLISECONDS);
      if (server.port !== undefined) await ignoreNewConnections(server.port);
      await Bun.sleep(SHUTDOWN_SETTLE_MILLISECONDS);
    },
    async stop(graceSeconds) {
      endWatch();
      inFlight.isDraining = true;
      server.closeIdleConnections();
      const graceful = server.stop();
      const timer = Promise.withResolvers<'late'>();
      const handle = setTimeout(() => timer.resolve('late'), graceSeconds * 1000);
      if ((await Promise.race([graceful, timer.promise])) === 'late') await server.stop(true);
      clearTimeout(handle);
    },
  };
}

/** @throws Error with a sentence for the operator */
async function listen(options: Parameters<typeof Bun.serve>[0]): Promise<ReturnType<typeof Bun.serve>> {
  try {
    return Bun.serve(options);
  } catch (error) {
    const { hostname, port } = options as { hostname: string; port: number };
    const reasons: Record<string, string> = {
      EADDRINUSE: 'it is in use; choose another',
      EADDRNOTAVAIL: 'this machine has no such address; choose another HOST',
      EACCES: 'ports below 1024 need rights that this user has not; choose another PORT',
    };
    const { code = '', message } = error as { code?: string; message: string };
    // Bun's code for a name that nobody knows is whatever system call failed before.
    const matchPreconditions = await lookup(hostname).then(
      () => true,
      () => false,
    );
    const reason = matchPreconditions
      ? (reasons[code] ?? message)
      : 'that is no address, and no name that is known; choose another HOST';
    throw new Error(`cannot listen on ${hostname} port ${port}: ${reason}`, { cause: error });
  }
}

/** What is counted for a request whose caller left before it was complete: nobody is there to be answered. */
const clientLeft = 499;

/** What a request of one method to one path meets. */
interface Target {
  readonly path: string | undefined;
  readonly handle: Handler | undefined;
  /** The methods that there are, where there is no handler. */
  readonly allow: string | undefined;
  /** Notes how an answer went, in the metrics. */
  readonly observe: (status: number, milliseconds: number) => void;
}

/** Makes targets, each with its own series in the metrics; labels come from the table of routes, never from callers. */
function createTargets(metrics: Metrics) {
  const family = {
    name: 'playkeep_http_request_duration_seconds',
    help: 'Requests by route and status: how many, and how long each took from its headers to its answer.',
    bounds: durationBounds,
  };
  return (path: string | undefined, method: string, handle: Handler | undefined, allow?: string): Target => {
    const byStatus = new Map<number, Histogram>();

    function ofStatus(status: number): Histogram {
      const made = metrics.histogram(family, { method, route: path ?? 'none', status: String(status) });
      byStatus.set(status, made);
      return made;
    }
    return {
      path,
      handle,
      allow,
      observe: (status, milliseconds) =>
        (byStatus.get(status) ?? ofStatus(status)).observe(milliseconds / 1000),
    };
  };
}

/** The boundary: one request in, one Response out, whatever happens in between. */
function createAnswer(
  { corsOrigins, clock, log, production, metrics }: HttpOptions,
  inFlight: InFlight,
  pending: () => number,
) {
  const cors = createCors(corsOrigins);
  const requestIdFor = requestIdSource();
  const logsRequests = log.isLevelEnabled('debug');
  const toApiError = createErrorMapper({ clock, log, production, metrics });
  const backlog = createResponseBacklog(() => pending() - inFlight.requests);

  return (request: Bun.BunRequest, peers: Peers, target: Target): MaybePromise<Response> => {
    const { path, handle, allow } = target;
    inFlight.requests += 1;
    const startedAt = clock.monotonic();
    const requestId = requestIdFor(request.headers.get('x-request-id'));

    function respond(reply: Reply, observed: number, rest: Rest | undefined): Response {
      const { status, body } = reply;
      const headers = headersFor(reply, cors.headers(request), requestId);
      if (rest?.endsConnection || inFlight.isDraining) headers.connection = 'close';
      // Nothing is noted before it is made: where that fails, the refusal comes here again.
      const text = outgoing(body, request.method === 'HEAD', rest?.discarded);
      const response = new Response(text, { status, headers });
      endRequest(inFlight, rest);
      const milliseconds = clock.monotonic() - startedAt;
      target.observe(observed, milliseconds);
      if (logsRequests) {
        log.debug({ requestId, method: request.method, path, status, milliseconds }, 'request');
      }
      return response;
    }
    function refuse(error: unknown): MaybePromise<Response> {
      const reply = failure(toApiError(error, { requestId, method: request.method, path }));
      const observed = error instanceof BodyInterrupted ? clientLeft : reply.status;
      if (!hasUnread(request)) return respond(reply, observed, undefined);
      return readRest(request, inFlight).then((rest) => respond(reply, observed, rest));
    }
    function send(reply: Reply): MaybePromise<Response> {
      try {
        const size = sizeOf(reply.body);
        if (size >= LARGE_BODY_BYTES) backlog.add(size);
        if (!hasUnread(request)) return respond(reply, reply.status, undefined);
        return readRest(request, inFlight)
          .then((rest) => respond(reply, reply.status, rest))
          .catch(refuse);
      } catch (error) {
        return refuse(error);
      }
    }

    try {
      // The runtime joins them; which of two a proxy before us went by, nobody can know (RFC 9112 section 3.2).
      if (request.headers.get('host')?.includes(',')) {
        throw new ApiError('invalidRequest', { detail: 'Host is given twice' });
      }
      const reply = handle ? handle(request, peers) : withoutHandler(request, allow, cors);
      return reply instanceof Promise ? reply.then(send, refuse) : send(reply);
    } catch (error) {
      return refuse(error);
    }
  };
}

function withoutHandler(request: Request, allow: string | undefined, cors: Cors): Reply {
  if (allow === undefined) throw new ApiError('notFound');
  if (request.method !== 'OPTIONS') throw new ApiError('methodNotAllowed', { headers: { allow } });
  return noContent({ allow, ...cors.preflight(request, allow) });
}
