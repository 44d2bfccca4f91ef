// The rules of the feed: a page, a page that is waited for, and a stream of pages. Each wait ends with the next event, with its time, or
// when the service drains.
import { tooBusy } from '../errors/refusals.ts';
import type { Clock } from '../lib/clock.ts';
import { EVENT_STREAM_COMMENT_SECONDS, EVENT_STREAM_SECONDS, EVENTS_MAX_WAITING } from '../limits.ts';
import type { EventPage, EventQuery, EventStore } from '../store/ports/events.ts';
import { createEventNotices, type EventNotices } from './notices.ts';
import type { FeedQuery } from './query.ts';
import { elsewhereError, streamedEvent, streamedPlace } from './replies.ts';

export interface Feed {
  /** @throws ApiError `gone`, `invalidRequest` for an id that no event has had */
  readPage(
    query: FeedQuery,
    signal: AbortSignal,
  ): Promise<{ readonly page: EventPage; readonly waited: number }>;
  /** The pieces of a stream. @throws ApiError before the first piece, also `serviceUnavailable` past the bound */
  stream(query: Omit<FeedQuery, 'waitSeconds'>, signal: AbortSignal): AsyncGenerator<string>;
}

export interface FeedOptions {
  readonly store: Pick<EventStore, 'page' | 'newest'>;
  readonly notices: EventNotices;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
}

/** The feed with the notices of new events, which others may wait for too. */
export function openFeed(
  store: EventStore,
  clock: Clock,
): { readonly feed: Feed; readonly notices: EventNotices } {
  const notices = createEventNotices(store, clock);
  return { feed: createFeed({ store, notices, clock }), notices };
}

export function createFeed({ store, notices, clock }: FeedOptions): Feed {
  const waits = createWaits(notices, clock);
  const source: Source = {
    async pageAfter(after, query) {
      const page = await store.page(after, query);
      if (page === 'ahead' || 'oldestEventId' in page) throw elsewhereError(page);
      return page;
    },
    startOf: async (after) => (after === 'now' ? ((await store.newest()) ?? undefined) : after),
  };
  return {
    readPage: (query, signal) => readPage(source, waits, query, signal),
    stream: (query, signal) => streamPages(source, waits, query, signal),
  };
}

/** The reads of pages that a feed is made of. */
interface Source {
  pageAfter(after: number | undefined, query: EventQuery): Promise<EventPage>;
  /** The place where a query begins; undefined for the oldest event. */
  startOf(after: FeedQuery['after']): Promise<number | undefined>;
}

interface Waits {
  readonly moment: () => number;
  readonly isFull: () => boolean;
  /** Is there a reason to wait no longer? */
  isOver(signal: AbortSignal): boolean;
  /** Waits for an event behind a place, at most so long. */
  wait(lastEventId: number | null, milliseconds: number, signal: AbortSignal): Promise<void>;
}

function createWaits(notices: EventNotices, clock: FeedOptions['clock']): Waits {
  let waiting = 0;
  return {
    moment: clock.monotonic,
    isFull: () => waiting >= EVENTS_MAX_WAITING,
    isOver: (signal) => signal.aborted || notices.isDraining(),
    async wait(lastEventId, milliseconds, signal) {
      const over = new AbortController();
      const leave = (): void => over.abort();
      signal.addEventListener('abort', leave);
      if (signal.aborted) leave();
      waiting += 1;
      try {
        const noticed = notices.wait(lastEventId, over.signal);
        await Promise.race([noticed, clock.sleep(milliseconds, over.signal)]);
      } finally {
        waiting -= 1;
        signal.removeEventListener('abort', leave);
        over.abort();
      }
    },
  };
}

async function readPage(
  { pageAfter, startOf }: Source,
  waits: Waits,
  { after, waitSeconds, ...query }: FeedQuery,
  signal: AbortSignal,
): ReturnType<Feed['readPage']> {
  const until = waits.moment() + waitSeconds * 1_000;
  const start = await startOf(after);
  if (after === 'now' && waitSeconds === 0)
    return { page: { events: [], lastEventId: start ?? null }, waited: 0 };
  let page = await pageAfter(start, query);
  let waited = 0;
  while (page.events.length === 0 && !waits.isOver(signal)) {
    const now = waits.moment();
    if (now >= until || waits.isFull()) break;
    await waits.wait(page.lastEventId, until - now, signal);
    waited += waits.moment() - now;
    page = await pageAfter(page.lastEventId ?? undefined, query);
  }
  return { page, waited };
}

async function* streamPages(
  { pageAfter, startOf }: Source,
  waits: Waits,
  { after, ...query }: Omit<FeedQuery, 'waitSeconds'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  if (waits.isFull()) throw tooBusy('eventStreams');
  let start = await startOf(after);
  // An error of the first page is an answer of its own. Later ones end the stream, and the caller comes back.
  let page = after === 'now' ? { events: [], lastEventId: start ?? null } : await pageAfter(start, query);
  const until = waits.moment() + EVENT_STREAM_SECONDS * 1_000;
  yield 'retry: 1000\n\n';
  for (let isFirst = true; ; isFirst = false) {
    const { events, lastEventId } = page;
    if (events.length > 0) yield events.map(streamedEvent).join('');
    else if (lastEventId !== null && (isFirst || lastEventId !== start)) yield streamedPlace(lastEventId);
    start = lastEventId ?? undefined;
    const left = until - waits.moment();
    if (left <= 0 || waits.isOver(signal)) return;
    const pause = Math.min(left, EVENT_STREAM_COMMENT_SECONDS * 1_000);
    if (events.length === 0) await waits.wait(lastEventId, pause, signal);
    page = await pageAfter(start, query);
    if (events.length === 0 && page.events.length === 0) yield ':\n\n';
  }
}
