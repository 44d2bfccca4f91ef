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
  let waiting = 0;

  async function pageAfter(after: number | undefined, query: EventQuery): Promise<EventPage> {
    const page = await store.page(after, query);
    if (page === 'ahead' || 'oldestEventId' in page) throw elsewhereError(page);
    return page;
  }

  /** Waits for an event, at most so long. */
  async function waitFor(
    lastEventId: number | null,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<void> {
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
  }

  const startOf = async (after: FeedQuery['after']): Promise<number | undefined> =>
    after === 'now' ? ((await store.newest()) ?? undefined) : after;

  async function readPage({ after, waitSeconds, ...query }: FeedQuery, signal: AbortSignal) {
    const beganAt = clock.monotonic();
    const until = beganAt + waitSeconds * 1_000;
    const start = await startOf(after);
    if (after === 'now' && waitSeconds === 0)
      return { page: { events: [], lastEventId: start ?? null }, waited: 0 };
    let page = await pageAfter(start, query);
    let waited = 0;
    while (page.events.length === 0 && !signal.aborted && !notices.isDraining()) {
      const now = clock.monotonic();
      if (now >= until || waiting >= EVENTS_MAX_WAITING) break;
      await waitFor(page.lastEventId, until - now, signal);
      waited += clock.monotonic() - now;
      page = await pageAfter(page.lastEventId ?? undefined, query);
    }
    return { page, waited };
  }

  async function* stream({ after, ...query }: Omit<FeedQuery, 'waitSeconds'>, signal: AbortSignal) {
    if (waiting >= EVENTS_MAX_WAITING) throw tooBusy('eventStreams');
    let start = await startOf(after);
    // An error of the first page is an answer of its own. Later ones end the stream, and the caller comes back.
    let page = after === 'now' ? { events: [], lastEventId: start ?? null } : await pageAfter(start, query);
    const until = clock.monotonic() + EVENT_STREAM_SECONDS * 1_000;
    yield `retry: 1000\n${page.lastEventId === null || page.events.length > 0 ? '' : `id: ${page.lastEventId}\n`}\n`;
    for (;;) {
      if (page.events.length > 0) yield page.events.map(streamedEvent).join('');
      else if (page.lastEventId !== null && page.lastEventId !== start) yield streamedPlace(page.lastEventId);
      start = page.lastEventId ?? undefined;
      const left = until - clock.monotonic();
      if (left <= 0 || signal.aborted || notices.isDraining()) return;
      const isIdle = page.events.length === 0;
      if (isIdle)
        await waitFor(page.lastEventId, Math.min(left, EVENT_STREAM_COMMENT_SECONDS * 1_000), signal);
      page = await pageAfter(start, query);
      if (isIdle && page.events.length === 0) yield ':\n\n';
    }
  }

  return { readPage, stream };
}
