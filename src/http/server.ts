// The HTTP server: a table of routes → Bun.serve, and the one boundary where a thrown error becomes an answer.
// It knows no feature. Every answer leaves here with its request id, and none with a stack trace.
import http from 'node:http';
import { ApiError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { requestIdSource } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { Maybe } from '../lib/maybe.ts';
import { CONNECTION_IDLE_SECONDS, REQUEST_HEADERS_MAX_BYTES, UPLOAD_MAX_SECONDS } from '../limits.ts';
import { StoreUnavailable } from '../store/store.ts';
import { BodyInterrupted } from './body.ts';
import { type Cors, createCors } from './cors.ts';
import { failure, noContent, type Reply } from './reply.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Handler = (request: Bun.BunRequest) => Maybe<Reply>;

export interface HttpRoute {
  readonly method: Method;
  /** A literal path, or one with `:name` segments, which reach the handler decoded in `request.params`. */
  readonly path: string;
  readonly handle: Handler;
}

export interface HttpServer {
  /** Where it listens, for instance `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Takes no new connection, ends idle ones, waits for the requests in flight; at most `graceSeconds`. */
  stop(graceSeconds: number): Promise<void>;
}

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly routes: readonly HttpRoute[];
  readonly corsOrigins: '*' | readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

export function startHttpServer(options: HttpOptions): HttpServer {
  (http as { maxHeaderSize: number }).maxHeaderSize = REQUEST_HEADERS_MAX_BYTES;
  const answer = createAnswer(options);
  const byPath = Map.groupBy(options.routes, (route) => route.path);
  const routes: Record<string, (request: Bun.BunRequest, server: Bun.Server<undefined>) => Maybe<Response>> =
    {};
  for (const [path, list] of byPath) {
    const handlers = new Map<string, Handler>(list.map((route) => [route.method, route.handle]));
    const get = handlers.get('GET');
    if (get) handlers.set('HEAD', get);
    const allow = [...handlers.keys(), 'OPTIONS'].join(', ');
    routes[path] = (request, server) => {
      // Bun counts the time of an upload as idle time, so a slow but steady one needs more of it.
      if (request.method === 'POST' || request.method === 'PATCH')
        server.timeout(request, UPLOAD_MAX_SECONDS);
      return answer(request, path, handlers.get(request.method), allow);
    };
  }
  const server = listen({
    hostname: options.host,
    port: options.port,
    development: false,
    // Without this a second service could listen on the same port, and each would get some of the requests.
    reusePort: false,
    idleTimeout: CONNECTION_IDLE_SECONDS,
    // Bodies are bounded where they are read (body.ts); Bun's own bound would answer without the envelope.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    routes,
    fetch: (request) => answer(request as Bun.BunRequest, undefined, undefined, undefined),
    error: () => toResponse(failure(new ApiError('internal')), {}),
  });
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${server.port}`,
    async stop(graceSeconds) {
      const graceful = server.stop();
      const timer = Promise.withResolvers<'late'>();
      const handle = setTimeout(() => timer.resolve('late'), graceSeconds * 1000);
      if ((await Promise.race([graceful, timer.promise])) === 'late') await server.stop(true);
      clearTimeout(handle);
    },
  };
}

/** @throws Error with a sentence for the operator */
function listen(options: Parameters<typeof Bun.serve>[0]): ReturnType<typeof Bun.serve> {
  try {
    return Bun.serve(options);
  } catch (error) {
    const { hostname, port } = options as { hostname: string; port: number };
    const reasons: Record<string, string> = {
      EADDRINUSE: 'it is in use; choose another PORT',
      EADDRNOTAVAIL: 'this machine has no such address; choose another HOST',
      ENOENT: 'the name of the host is unknown; choose another HOST',
    };
    const { code = '', message } = error as { code?: string; message: string };
    const reason = reasons[code] ?? message;
    throw new Error(`cannot listen on ${hostname} port ${port}: ${reason}`, { cause: error });
  }
}

/** The boundary: one request in, one Response out, whatever happens in between. */
function createAnswer({ corsOrigins, clock, log }: HttpOptions) {
  const cors = createCors(corsOrigins);
  const nextRequestId = requestIdSource();
  const logsRequests = log.isLevelEnabled('debug');

  return (
    request: Bun.BunRequest,
    path: string | undefined,
    handle: Handler | undefined,
    allow: string | undefined,
  ): Maybe<Response> => {
    const startedAt = logsRequests ? clock.now() : 0;
    const requestId = saneRequestId(request.headers.get('x-request-id')) ?? nextRequestId();

    function respond(reply: Reply): Response {
      if (logsRequests) {
        const milliseconds = clock.now() - startedAt;
        log.debug({ requestId, method: request.method, path, status: reply.status, milliseconds }, 'request');
      }
      return toResponse(reply, { ...cors.headers(request), 'x-request-id': requestId });
    }
    const refuse = (error: unknown): Response =>
      respond(failure(toApiError(error, log, { requestId, method: request.method, path })));

    try {
      const reply = handle ? handle(request) : withoutHandler(request, allow, cors);
      return reply instanceof Promise ? reply.then(respond, refuse) : respond(reply);
    } catch (error) {
      return refuse(error);
    }
  };
}

function toResponse(reply: Reply, headers: Readonly<Record<string, string>>): Response {
  return new Response(reply.body, { status: reply.status, headers: { ...reply.headers, ...headers } });
}

function withoutHandler(request: Request, allow: string | undefined, cors: Cors): Reply {
  if (allow === undefined) throw new ApiError('notFound');
  if (request.method !== 'OPTIONS') throw new ApiError('methodNotAllowed', { headers: { allow } });
  return noContent({ allow, ...cors.preflight(request, allow) });
}

function toApiError(error: unknown, log: Log, context: object): ApiError {
  if (error instanceof ApiError) {
    const reason = error.cause instanceof Error ? error.cause.message : undefined;
    log.debug({ ...context, error: error.error, reason }, 'refused');
    return error;
  }
  if (error instanceof BodyInterrupted) {
    log.debug(context, 'the client left before its request was complete');
    return new ApiError('internal');
  }
  if (error instanceof StoreUnavailable) {
    log.error({ ...context, err: error }, 'the store is unavailable');
    return new ApiError('serviceUnavailable');
  }
  log.error({ ...context, err: error }, 'unexpected error');
  return new ApiError('internal');
}

/** An incoming id is kept when it is short, printable and free of separators. */
function saneRequestId(given: string | null): string | undefined {
  return given !== null && /^[\w.:/+=@-]{1,128}$/.test(given) ? given : undefined;
}
