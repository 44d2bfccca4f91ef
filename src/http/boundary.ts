// The boundary of a request: one request in, one response out. A thrown error becomes its envelope here and nowhere
// else. Every response has its request id, and none has a stack trace.
import { createResponseBacklog } from '../admission/memory-budget.ts';
import { ApiError } from '../errors.ts';
import { requestIdSource } from '../lib/ids.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { LARGE_BODY_BYTES } from '../tuning.ts';
import { BodyInterrupted, hasUnread } from './body.ts';
import { outgoing, sizeOf } from './outgoing.ts';
import { createErrorMapper, endRequest, type InFlight } from './refusals.ts';
import {
  type FinishedReply,
  failure,
  headersFor,
  isFinished,
  noContent,
  type Reply,
  type StreamedReply,
} from './reply.ts';
import type { HttpOptions, Peers } from './server.ts';
import { abandonBody, endIteration, type StreamEnd, startStream, toReadableStream } from './streaming.ts';
import type { Target } from './targets.ts';
import { type Rest, readRest } from './unread.ts';

/** The status in the metrics for a caller who left before the request or the response was complete. */
const clientLeft = 499;

/** @param pending how many responses are not sent yet, those of requests in flight included. */
export function createBoundary(
  { clock, log, production, metrics }: HttpOptions,
  inFlight: InFlight,
  pending: () => number,
) {
  const requestIdFor = requestIdSource();
  const logsRequests = log.isLevelEnabled('debug');
  const toApiError = createErrorMapper({ clock, log, production, metrics });
  const backlog = createResponseBacklog(() => pending() - inFlight.requests);

  return (request: Bun.BunRequest, peers: Peers, target: Target): MaybePromise<Response> => {
    const { path, handle, cors } = target;
    inFlight.requests += 1;
    const startedAt = clock.monotonic();
    const requestId = requestIdFor(request.headers.get('x-request-id'));

    function initOf(reply: Reply, rest: Rest | undefined) {
      const headers = headersFor(reply, cors.headers(request), requestId);
      if (rest?.endsConnection || inFlight.isDraining) headers.connection = 'close';
      return { status: reply.status, headers };
    }
    function finish(status: number, observed: number, rest: Rest | undefined): void {
      endRequest(inFlight, rest);
      const milliseconds = clock.monotonic() - startedAt;
      target.observe(observed, milliseconds);
      if (logsRequests) {
        log.debug({ requestId, method: request.method, path, status, milliseconds }, 'request');
      }
    }
    function respond(reply: FinishedReply, observed: number, rest: Rest | undefined): Response {
      const init = initOf(reply, rest);
      const body = outgoing(reply.body, request.method === 'HEAD', rest?.discarded);
      // Nothing is counted before the response is made: where that fails, the error's own reply comes here again.
      const response = new Response(body, init);
      finish(reply.status, observed, rest);
      return response;
    }
    function refuse(error: unknown): MaybePromise<Response> {
      const reply = failure(toApiError(error, { requestId, method: request.method, path }));
      const observed = error instanceof BodyInterrupted ? clientLeft : reply.status;
      if (!hasUnread(request)) return respond(reply, observed, undefined);
      return readRest(request, inFlight).then((rest) => respond(reply, observed, rest));
    }
    /** The request is in flight until the last piece is sent. */
    async function respondInPieces(reply: StreamedReply): Promise<Response> {
      if (request.method === 'HEAD') {
        await abandonBody(reply.body);
        // An empty stream leaves without a Content-Length, as the answer to GET does.
        const response = new Response(new ReadableStream(), initOf(reply, undefined));
        finish(reply.status, reply.status, undefined);
        return response;
      }
      const started = await startStream(reply.body);
      const rest = hasUnread(request) ? await readRest(request, inFlight) : undefined;
      const onEnd = (end: StreamEnd): void => {
        const observed =
          end === 'complete'
            ? reply.status
            : end === 'left'
              ? clientLeft
              : failure(toApiError(end.error, { requestId, method: request.method, path })).status;
        finish(reply.status, observed, rest);
      };
      try {
        return new Response(toReadableStream(started, rest?.discarded, onEnd), initOf(reply, rest));
      } catch (error) {
        await endIteration(started.pieces);
        throw error;
      }
    }
    function send(reply: Reply): MaybePromise<Response> {
      try {
        if (!isFinished(reply)) return respondInPieces(reply).catch(refuse);
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
      // The runtime joins the values. A proxy before this service may have gone by either (RFC 9112 section 3.2).
      if (request.headers.get('host')?.includes(',')) {
        throw new ApiError('invalidRequest', { detail: 'Host is given twice' });
      }
      const reply = handle ? handle(request, peers) : replyWithoutHandler(request, target);
      return reply instanceof Promise ? reply.then(send, refuse) : send(reply);
    } catch (error) {
      return refuse(error);
    }
  };
}

function replyWithoutHandler(request: Request, { allow, cors }: Target): Reply {
  if (allow === undefined) throw new ApiError('notFound');
  if (request.method !== 'OPTIONS') throw new ApiError('methodNotAllowed', { headers: { allow } });
  return noContent({ allow, ...cors.preflight(request, allow) });
}
