// Requests that are not served: whatever was thrown becomes an error of the catalogue, and under too much load callers are
// turned away before anything is done for them.
import { ApiError, type RefusalReason, tooBusy } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { requestIdSource } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { Counter, Metrics } from '../lib/metrics.ts';
import { StoreBusy, StoreUnavailable } from '../store/ports/store.ts';
import { OUTAGE_LOG_MILLISECONDS } from '../tuning.ts';
import { BodyInterrupted, hasUnread } from './body.ts';
import { createCors } from './cors.ts';
import { outgoing } from './outgoing.ts';
import { failure } from './reply.ts';
import { type Rest, readRest, type Waiting } from './unread.ts';

/** The counter of requests that were refused. */
const refusals = {
  name: 'playkeep_refusals_total',
  help: 'Requests that were refused, by reason: an error of the API, or what is behind a 429 or 503.',
} as const;

/** State of the server, shared by all requests. */
export interface InFlight extends Waiting {
  /**
   * Requests whose answers are not made yet, or made and held open for the rest of a body; the server's own count is of those that
   * are not sent.
   */
  requests: number;
  /** Is it about to end? Then each answer ends its connection. */
  isDraining: boolean;
}

/** Counts a request off whose answer is made, when nothing of its body is to come any more. */
export function endRequest(inFlight: InFlight, rest: Rest | undefined): void {
  if (rest?.discarded) {
    void rest.discarded.then(() => endRequest(inFlight, undefined));
    return;
  }
  inFlight.requests -= 1;
}

/**
 * Answers 503 before anything is read or done, for as little as can be: under three times the load that can be served, it is
 * this that the service does most. A copy of an answer made once costs half of a new one.
 */
export function createOverloadResponder({
  corsOrigins,
  metrics,
  inFlight,
}: {
  readonly corsOrigins: '*' | readonly string[];
  readonly metrics: Metrics;
  readonly inFlight: InFlight;
}) {
  const cors = createCors(corsOrigins);
  const requestIdFor = requestIdSource();
  const refused = metrics.counter(refusals, { reason: 'busy' });
  const { status, body, headers } = failure(tooBusy());
  const busy = new Response(body, { status, headers });

  let turn: Promise<void> | undefined;

  /** Answered at once, callers would come again within this turn of the event loop, and it would not end. */
  function endOfTurn(): Promise<void> {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined;
        resolve();
      });
    });
    return turn;
  }

  return async (
    request: Request,
    observe: (status: number, milliseconds: number) => void,
  ): Promise<Response> => {
    refused.value += 1;
    observe(status, 0);
    inFlight.requests += 1;
    const rest = hasUnread(request) ? await readRest(request, inFlight) : undefined;
    const response = rest?.discarded
      ? new Response(outgoing(body, false, rest.discarded), { status, headers })
      : // The types of `clone` are those of another runtime.
        (busy.clone() as Response);
    if (rest?.endsConnection || inFlight.isDraining) response.headers.set('connection', 'close');
    const requestId = requestIdFor(request.headers.get('x-request-id'));
    response.headers.set('x-request-id', requestId);
    for (const [name, value] of Object.entries(cors.headers(request))) response.headers.set(name, value);
    await endOfTurn();
    endRequest(inFlight, rest);
    return response;
  };
}

/** Makes of whatever was thrown an error of the catalogue; logs and counts it. */
export function createErrorMapper({
  clock,
  log,
  production,
  metrics,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly production: boolean;
  readonly metrics: Metrics;
}) {
  const byReason = new Map<RefusalReason, Counter>();
  let outageToldAt = Number.NEGATIVE_INFINITY;
  let leftOut = 0;

  function count(reason: RefusalReason): void {
    const counter = byReason.get(reason) ?? metrics.counter(refusals, { reason });
    byReason.set(reason, counter);
    counter.value += 1;
  }

  /** Not for each request: in an outage all of them meet it, and their lines would only fill the log. */
  function tellOutage(error: StoreUnavailable, context: object): void {
    const now = clock.monotonic();
    if (now - outageToldAt < OUTAGE_LOG_MILLISECONDS) {
      leftOut += 1;
      return;
    }
    log.error({ ...context, err: error, ...(leftOut > 0 && { leftOut }) }, 'the store is unavailable');
    outageToldAt = now;
    leftOut = 0;
  }

  return (thrown: unknown, context: object): ApiError => {
    const error = thrown instanceof StoreBusy ? asBusy(thrown) : thrown;
    if (error instanceof ApiError) {
      const reason = error.cause instanceof Error ? error.cause.message : undefined;
      // The answer to a token never says why. Who develops has to know; in production callers would fill the log with it.
      const level = error.error === 'unauthorized' && !production ? 'info' : 'debug';
      log[level]({ ...context, error: error.error, reason }, 'refused');
      count(error.options.reason ?? error.error);
      return error;
    }
    if (error instanceof BodyInterrupted) {
      log.debug(context, 'the client left before its request was complete');
      return new ApiError('internal');
    }
    if (error instanceof StoreUnavailable) {
      tellOutage(error, context);
      count('storeUnavailable');
      return new ApiError('serviceUnavailable');
    }
    log.error({ ...context, err: error }, 'unexpected error');
    count('internal');
    return new ApiError('internal');
  };
}

/** Without the sentence that nothing was done: of a request's several writes an earlier one may have been. */
const asBusy = (cause: StoreBusy): ApiError => new ApiError('serviceUnavailable', { cause, reason: 'busy' });
