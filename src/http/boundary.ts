// The boundary: one request in, one response out. A thrown error becomes its envelope here and nowhere else. Every response
// has a request id, and none has a stack trace.
import { createResponseBacklog } from '../admission/response-backlog.ts';
import { ApiError } from '../errors/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { requestIdSource } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Span } from '../lib/traces.ts';
import { LARGE_BODY_BYTES } from '../tuning.ts';
import { BodyInterrupted, bodyLengthOf, hasUnread } from './body.ts';
import { createErrorMapper } from './error-mapper.ts';
import type { Peers } from './http-route.ts';
import { endRequest, type InFlight } from './in-flight.ts';
import { outgoing, sizeOf } from './outgoing.ts';
import {
  type FinishedReply,
  failure,
  headersFor,
  isFinished,
  noContent,
  type Reply,
  type StreamedReply,
} from './reply.ts';
import { endRequestSpan } from './request-spans.ts';
import { abandonBody, endIteration, type StreamEnd, startStream, toReadableStream } from './streaming.ts';
import type { Target } from './targets.ts';
import { type Rest, readRest } from './unread.ts';
import { FailedAfterWait } from './waited.ts';

/** The status in the metrics if the caller left before the request or the response was complete. */
const clientLeft = 499;

/** One request on its way through the boundary. */
interface Call {
  readonly request: Bun.BunRequest;
  readonly target: Target;
  readonly requestId: string;
  readonly startedAt: number;
  /** From `bodyLengthOf`. */
  readonly bodyLength: number;
  /** Undefined for a request that is not sampled. */
  readonly span: Span | undefined;
  /** The time for which it waited for a change. */
  waitedMilliseconds: number;
}

export interface BoundaryOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Outside production the log has the reason of each 401 at level info. */
  readonly production: boolean;
  readonly metrics: Metrics;
}

/** @param pending the number of responses that are not sent yet, including those of requests in flight. */
export function createBoundary(
  { clock, log, production, metrics }: BoundaryOptions,
  inFlight: InFlight,
  pending: () => number,
) {
  const requestIdFor = requestIdSource();
  const logsRequests = log.isLevelEnabled('debug');
  const toApiError = createErrorMapper({ clock, log, production, metrics });
  const backlog = createResponseBacklog(() => pending() - inFlight.requests);

  function initOf({ request, target, requestId }: Call, reply: Reply, rest: Rest | undefined) {
    const headers = headersFor(reply, target.cors.headers(request), requestId, clock);
    if (rest?.endsConnection || inFlight.isDraining) headers.connection = 'close';
    return { status: reply.status, headers };
  }

  function failureOf({ request, target, requestId, span }: Call, error: unknown) {
    return failure(toApiError(error, { requestId, method: request.method, path: target.path, ...span?.ids }));
  }

  /** @param observed the status in the metrics. */
  function finish(call: Call, status: number, observed: number, rest: Rest | undefined): void {
    endRequest(inFlight, rest);
    const { request, target, requestId, startedAt, span, waitedMilliseconds } = call;
    const milliseconds = clock.monotonic() - startedAt - waitedMilliseconds;
    target.observe(observed, milliseconds);
    if (span) endRequestSpan(span, observed);
    if (!logsRequests) return;
    const { method } = request;
    log.debug({ requestId, method, path: target.path, status, milliseconds, ...span?.ids }, 'request');
  }

  function respond(call: Call, reply: FinishedReply, observed: number, rest?: Rest): Response {
    const init = initOf(call, reply, rest);
    // The response is counted after it is made. If making it fails, the reply of the error is made and counted here instead.
    const body = outgoing(reply.body, call.request.method === 'HEAD', rest?.discarded);
    const response = new Response(body, init);
    finish(call, reply.status, observed, rest);
    return response;
  }

  /** The request is in flight until the last piece is sent. */
  async function respondInPieces(call: Call, reply: StreamedReply): Promise<Response> {
    const { request, bodyLength } = call;
    if (request.method === 'HEAD') {
      await abandonBody(reply.body);
      // An empty stream leaves without a Content-Length, as the answer to GET does.
      const response = new Response(new ReadableStream(), initOf(call, reply, undefined));
      finish(call, reply.status, reply.status, undefined);
      return response;
    }
    const started = await startStream(reply.body);
    const rest = hasUnread(request, bodyLength)
      ? await readRest(request, bodyLength, inFlight, clock)
      : undefined;
    const onEnd = (end: StreamEnd): void => {
      if (end === 'complete') finish(call, reply.status, reply.status, rest);
      else if (end === 'left') finish(call, reply.status, clientLeft, rest);
      else finish(call, reply.status, failureOf(call, end.error).status, rest);
    };
    try {
      const options = { until: rest?.discarded, cutOff: reply.cutOff, onEnd };
      return new Response(toReadableStream(started, options), initOf(call, reply, rest));
    } catch (error) {
      await endIteration(started.pieces);
      throw error;
    }
  }

  function refuse(call: Call, thrown: unknown): MaybePromise<Response> {
    if (thrown instanceof FailedAfterWait) call.waitedMilliseconds = thrown.waitedMilliseconds;
    const error = thrown instanceof FailedAfterWait ? thrown.cause : thrown;
    const reply = failureOf(call, error);
    const observed = error instanceof BodyInterrupted ? clientLeft : reply.status;
    if (!hasUnread(call.request, call.bodyLength)) return respond(call, reply, observed);
    return readRest(call.request, call.bodyLength, inFlight, clock).then((rest) =>
      respond(call, reply, observed, rest),
    );
  }

  function send(call: Call, reply: Reply): MaybePromise<Response> {
    try {
      if (reply.waitedMilliseconds !== undefined) call.waitedMilliseconds = reply.waitedMilliseconds;
      if (!isFinished(reply)) return respondInPieces(call, reply).catch((error) => refuse(call, error));
      const size = sizeOf(reply.body);
      if (size >= LARGE_BODY_BYTES) backlog.add(size);
      if (!hasUnread(call.request, call.bodyLength)) return respond(call, reply, reply.status);
      return readRest(call.request, call.bodyLength, inFlight, clock)
        .then((rest) => respond(call, reply, reply.status, rest))
        .catch((error) => refuse(call, error));
    } catch (error) {
      return refuse(call, error);
    }
  }

  return (request: Bun.BunRequest, peers: Peers, target: Target, span?: Span): MaybePromise<Response> => {
    inFlight.requests += 1;
    const requestId = requestIdFor(request.headers.get('x-request-id'));
    const bodyLength = bodyLengthOf(request);
    const startedAt = clock.monotonic();
    const call: Call = { request, target, requestId, startedAt, bodyLength, span, waitedMilliseconds: 0 };
    try {
      // The runtime joins several values of `Host`. A proxy before this service may have used any of them (RFC 9112 section 3.2).
      if (request.headers.get('host')?.includes(',')) {
        throw new ApiError('invalidRequest', { detail: 'Host is given twice' });
      }
      const reply = target.handle
        ? target.handle(request, peers, bodyLength, requestId)
        : replyWithoutHandler(request, target);
      if (!(reply instanceof Promise)) return send(call, reply);
      return reply.then(
        (made) => send(call, made),
        (error) => refuse(call, error),
      );
    } catch (error) {
      return refuse(call, error);
    }
  };
}

function replyWithoutHandler(request: Request, { allow, cors }: Target): Reply {
  if (allow === undefined) throw new ApiError('notFound');
  if (request.method !== 'OPTIONS') throw new ApiError('methodNotAllowed', { headers: { allow } });
  return noContent({ allow, ...cors.preflight(request, allow) });
}
