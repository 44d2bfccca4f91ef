// The route of the feed. It is 404 while no events are told.
import { ApiError } from '../errors/errors.ts';
import { BodyInterrupted } from '../http/body.ts';
import type { Reply } from '../http/reply.ts';
import { EVENTS_PAGE_MAX_ROWS, EVENTS_PAGE_ROWS, EVENTS_WAIT_MAX_SECONDS } from '../limits.ts';
import { defineServerRoute } from '../route/route.ts';
import { type EventGroup, eventGroups, eventTypes } from '../store/ports/events.ts';
import type { Feed } from './feed.ts';
import { readFeedQuery, readLastEventId, wantsStream } from './query.ts';
import { pageReply } from './replies.ts';

export interface EventDependencies {
  readonly config: { readonly events: readonly EventGroup[] };
  readonly feed: Feed;
}

/** @throws ApiError `notFound` while no events are told */
function assertEventsTold({ events }: EventDependencies['config']): void {
  if (events.length === 0)
    throw new ApiError('notFound', {
      detail: `no events are told; set EVENTS to some of ${eventGroups.join(', ')}`,
    });
}

const text = { type: 'string' };

const list = defineServerRoute({
  scope: 'events:read',
  method: 'GET',
  path: '/api/server/events',
  operation: {
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description:
      'What happened to players, oldest first. `lastEventId` is where to go on, also where nothing matched: a page looks at a ' +
      'bounded number of events. With `Accept: text/event-stream` the same comes as a stream of one minute, and `Last-Event-ID` stands for `after`. ' +
      'While `EVENTS` is unset every call is 404.',
    queryParameters: {
      after: {
        description:
          'The `lastEventId` of the page before, or an `eventId`; the oldest event that is kept without it, and `now` for those to come.',
        schema: text,
      },
      types: {
        description: `Events of these types, with commas between them, out of ${eventTypes.join(', ')}.`,
        schema: text,
      },
      limit: {
        description: 'The most events of a page.',
        schema: { type: 'integer', minimum: 1, maximum: EVENTS_PAGE_MAX_ROWS, default: EVENTS_PAGE_ROWS },
      },
      waitSeconds: {
        description: 'How long to wait where there is no event.',
        schema: { type: 'integer', minimum: 0, maximum: EVENTS_WAIT_MAX_SECONDS, default: 0 },
      },
    },
    dataShape: 'EventPage',
    hasStream: true,
    errors: ['invalidRequest', 'notFound', 'gone'],
  },
  handler:
    ({ config, feed }: EventDependencies) =>
    async (request, { keyId }): Promise<Reply> => {
      assertEventsTold(config);
      const query = readFeedQuery(request);
      const caller = { keyId, signal: request.signal };
      if (wantsStream(request)) {
        const after = readLastEventId(request) ?? query.after;
        return { status: 200, headers: streamHeaders, ...feed.stream({ ...query, after }, caller) };
      }
      const { page, waited } = await feed.readPage(query, caller);
      if (request.signal.aborted) throw new BodyInterrupted('the caller left while it waited');
      return waited === 0 ? pageReply(page) : { ...pageReply(page), waitedMilliseconds: waited };
    },
});

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would hold the pieces back.
  'x-accel-buffering': 'no',
};

export const eventRoutes = [list];
