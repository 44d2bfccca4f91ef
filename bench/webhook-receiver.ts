// A receiver of webhooks for measurements, in a process of its own: each path is an endpoint that answers after the time that it was
// told. It counts events by their ids, and takes the time from an event to its arrival.
import { createHistogram } from './launch/histogram.ts';

export interface ReceivedAt {
  /** Different events, and requests beyond the first of each. */
  readonly events: number;
  readonly repeated: number;
  /** Milliseconds from the event to its arrival. */
  readonly p50: number;
  readonly p99: number;
}

interface Endpoint {
  answerMilliseconds: number;
  /** A bit for each id. */
  seen: Uint8Array;
  events: number;
  repeated: number;
  readonly delays: ReturnType<typeof createHistogram>;
}

const endpoints = new Map<string, Endpoint>();

function endpointOf(path: string): Endpoint {
  let endpoint = endpoints.get(path);
  if (!endpoint) {
    endpoint = {
      ...{ answerMilliseconds: 0, seen: new Uint8Array(1 << 16), events: 0, repeated: 0 },
      delays: createHistogram(),
    };
    endpoints.set(path, endpoint);
  }
  return endpoint;
}

function note(endpoint: Endpoint, eventId: number, at: number): void {
  const place = eventId >> 3;
  if (place >= endpoint.seen.length) {
    const wider = new Uint8Array(Math.max(place + 1, 2 * endpoint.seen.length));
    wider.set(endpoint.seen);
    endpoint.seen = wider;
  }
  const bit = 1 << (eventId & 7);
  const before = endpoint.seen[place] ?? 0;
  if (before & bit) endpoint.repeated += 1;
  else endpoint.events += 1;
  endpoint.seen[place] = before | bit;
  endpoint.delays.add(Math.max(Date.now() - at, 0));
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const endpoint = endpointOf(pathname);
    if (request.method === 'PUT') {
      endpoint.answerMilliseconds = Number(searchParams.get('milliseconds'));
      return new Response('');
    }
    if (request.method === 'GET') {
      const { events, repeated, delays } = endpoint;
      const received: ReceivedAt = {
        ...{ events, repeated, p50: delays.quantile(0.5), p99: delays.quantile(0.99) },
      };
      return Response.json(received);
    }
    const { data } = (await request.json()) as { data: { eventId: string; at: string } };
    note(endpoint, Number(data.eventId), Date.parse(data.at));
    if (endpoint.answerMilliseconds > 0) await Bun.sleep(endpoint.answerMilliseconds);
    return new Response('');
  },
});
process.stdout.write(`http://127.0.0.1:${server.port}\n`);
