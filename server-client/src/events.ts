// The feed of events as one sequence, which goes on behind the last event and waits for what comes.
import type { Requests } from './requests.ts';
import type { OperationOf, PlayerEvent, QueryOf } from './schema.ts';
import { type CallOptions, sleep } from './transport.ts';

type Query = QueryOf<OperationOf<'/api/server/events', 'GET'>>;

/** `waitSeconds` is 25 unless it is given. With 0 the sequence ends where no further event is there. */
export type EventQuery = Query;

/** The least time between two questions without news. Where too many wait, or the service stops, an answer comes at once. */
const leastMilliseconds = 1_000;

export async function* readEvents(
  request: Requests['request'],
  { waitSeconds = 25, after, ...filters }: EventQuery,
  call: CallOptions,
): AsyncGenerator<PlayerEvent, void, undefined> {
  for (let place = after; ; ) {
    const query = { ...filters, waitSeconds, ...(place !== undefined && { after: place }) };
    const askedAt = performance.now();
    const { events, lastEventId } = (await request('GET', '/api/server/events', { ...call, query })).data;
    yield* events;
    const next = lastEventId ?? undefined;
    if (events.length === 0 && next === place) {
      if (waitSeconds === 0) return;
      await sleep(askedAt + leastMilliseconds - performance.now(), call.signal);
    }
    place = next;
  }
}
