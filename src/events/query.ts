// Reads the query of the feed, and the place where a stream goes on.
import { invalidRequest } from '../http/json-members.ts';
import { readLimit, readQuery } from '../http/query.ts';
import { parseEventId } from '../lib/ids.ts';
import { mediaRanges, qualityOf } from '../lib/media-ranges.ts';
import { quoted } from '../lib/quoted.ts';
import { EVENTS_PAGE_MAX_ROWS, EVENTS_PAGE_ROWS, EVENTS_WAIT_MAX_SECONDS } from '../limits.ts';
import { type EventQuery, type EventType, eventTypes } from '../store/ports/events.ts';

export interface FeedQuery extends EventQuery {
  /** The id after which the events begin; undefined for the oldest kept. */
  readonly after: number | 'now' | undefined;
  readonly waitSeconds: number;
}

/** @throws ApiError `invalidRequest` that names the parameter */
export function readFeedQuery(request: Request): FeedQuery {
  const { after, types, limit, waitSeconds } = readQuery(request, ['after', 'types', 'limit', 'waitSeconds']);
  return {
    after: after === undefined ? undefined : readAfter('after', after),
    ...(types !== undefined && { types: readTypes(types) }),
    limit: readLimit(limit, EVENTS_PAGE_ROWS, EVENTS_PAGE_MAX_ROWS),
    waitSeconds: waitSeconds === undefined ? 0 : readWait(waitSeconds),
  };
}

/** A browser's `EventSource` names the last event by this header when it comes back. It stands before the query. */
export function readLastEventId(request: Request): number | undefined {
  const id = request.headers.get('last-event-id');
  return id === null ? undefined : readId('Last-Event-ID', id);
}

/** Does the caller want a stream (text/event-stream)? */
export function wantsStream(request: Request): boolean {
  const accept = request.headers.get('accept');
  if (accept === null) return false;
  const ranges = mediaRanges(accept);
  const isWanted = ranges.some(({ type, quality }) => type === 'text/event-stream' && quality > 0);
  return isWanted && qualityOf(ranges, 'text/event-stream') >= qualityOf(ranges, 'application/json');
}

const readAfter = (name: string, text: string): number | 'now' =>
  text === 'now' ? text : readId(name, text);

function readId(name: string, text: string): number {
  const id = parseEventId(text);
  if (id !== undefined) return id;
  throw invalidRequest(`${name} must be the eventId or lastEventId of an earlier answer`);
}

function readTypes(text: string): readonly EventType[] {
  return text.split(',').map((name) => {
    const type = eventTypes.find((each) => each === name);
    if (type === undefined)
      throw invalidRequest(`types has ${quoted(name)}; the types are ${eventTypes.join(', ')}`);
    return type;
  });
}

function readWait(text: string): number {
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= EVENTS_WAIT_MAX_SECONDS) return seconds;
  throw invalidRequest(`waitSeconds must be an integer from 0 to ${EVENTS_WAIT_MAX_SECONDS}`);
}
