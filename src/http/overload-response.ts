// The answer under overload: 503 before the token or the body of a request is looked at. At three times the peak load the service
// mostly sends this answer. So it is made once and copied, which costs half as much as a new one.

import { tooBusy } from '../errors/refusals.ts';
import { refusalsFamily } from '../errors/refusals-table.ts';
import type { Clock } from '../lib/clock.ts';
import { requestIdSource } from '../lib/ids.ts';
import type { Metrics } from '../lib/metrics.ts';
import { bodyLengthOf, hasUnread } from './body.ts';
import type { Cors } from './cors.ts';
import { endRequest, type InFlight } from './in-flight.ts';
import { outgoing } from './outgoing.ts';
import { failure } from './reply.ts';
import { readRest } from './unread.ts';

export function createOverloadResponder({
  cors,
  clock,
  metrics,
  inFlight,
}: {
  readonly cors: Cors;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly metrics: Metrics;
  readonly inFlight: InFlight;
}) {
  const requestIdFor = requestIdSource();
  const refused = metrics.counter(refusalsFamily, { reason: 'busy' });
  const { status, body, headers } = failure(tooBusy('overload'));
  const original = new Response(body, { status, headers });

  let turn: Promise<void> | undefined;

  /** Answers wait for it. Otherwise their callers would come again within the same turn of the event loop, and it would not end. */
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
    const bodyLength = bodyLengthOf(request);
    const rest = hasUnread(request, bodyLength)
      ? await readRest(request, bodyLength, inFlight, clock)
      : undefined;
    const response = rest?.discarded
      ? new Response(outgoing(body, false, rest.discarded), { status, headers })
      : // The type of `clone` is from another runtime.
        (original.clone() as Response);
    if (rest?.endsConnection || inFlight.isDraining) response.headers.set('connection', 'close');
    response.headers.set('x-request-id', requestIdFor(request.headers.get('x-request-id')));
    for (const [name, value] of Object.entries(cors.headers(request))) response.headers.set(name, value);
    await endOfTurn();
    endRequest(inFlight, rest);
    return response;
  };
}
