// The rules of the feed: a page, a page that is waited for, and a stream of pages. Each wait ends with the next event, with its time, or
// when the service drains.
import { tooBusy } from '../errors/refusals.ts';
import type { Clock } from '../lib/clock.ts';
import {
  EVENT_STREAM_COMMENT_SECONDS,
  EVENT_STREAM_GRACE_SECONDS,
  EVENT_STREAM_SECONDS,
  EVENTS_MAX_WAITING,
  EVENTS_MAX_WAITING_OF_KEY,
} from '../limits.ts';
import type { EventPage, EventQuery, EventStore } from '../store/ports/events.ts';
import { createEventNotices, type EventNotices } from './notices.ts';
import type { FeedQuery } from './query.ts';
import { elsewhereError, streamedEvent, streamedPlace } from './replies.ts';

export interface Feed {
  /** @throws ApiError `gone`, `invalidRequest` for an id that no event has had */
  readPage(
    query: FeedQuery,
    caller: FeedCaller,
  ): Promise<{ readonly page: EventPage; readonly waited: number }>;
  /** The pieces of a stream. They throw `ApiError` before the first piece, also `serviceUnavailable` past the bound. */
  stream(query: Omit<FeedQuery, 'waitSeconds'>, caller: FeedCaller): EventStream;
}

export interface FeedCaller {
  /** Of the key, or of the person. */
  readonly keyId: string;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
}

export interface EventStream {
  readonly body: AsyncGenerator<string>;
  /** Aborts when the stream has to be over, also where its caller does not read it. */
  readonly cutOff: AbortSignal;
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
    readPage: (query, caller) => readPage(source, waits, query, caller),
    stream(query, caller) {
      const cutOff = new AbortController();
      return { body: boundedStream(source, waits, query, { caller, cutOff }), cutOff: cutOff.signal };
    },
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
  /** Counts a caller among those who wait. @returns the end of that; undefined past a bound */
  enter(keyId: string): (() => void) | undefined;
  /** Resolves when the service drains, after the time, or with the signal. */
  end(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Is there a reason to wait no longer? */
  isOver(signal: AbortSignal): boolean;
  /** Waits for an event behind a place, at most so long. */
  wait(lastEventId: number | null, milliseconds: number, signal: AbortSignal): Promise<void>;
}

function createWaits(notices: EventNotices, clock: FeedOptions['clock']): Waits {
  let waiting = 0;
  const byKey = new Map<string, number>();
  const add = (keyId: string, change: 1 | -1): void => {
    waiting += change;
    const own = (byKey.get(keyId) ?? 0) + change;
    if (own > 0) byKey.set(keyId, own);
    else byKey.delete(keyId);
  };
  return {
    moment: clock.monotonic,
    enter(keyId) {
      if (waiting >= EVENTS_MAX_WAITING || (byKey.get(keyId) ?? 0) >= EVENTS_MAX_WAITING_OF_KEY)
        return undefined;
      add(keyId, 1);
      return () => add(keyId, -1);
    },
    end: (milliseconds, signal) => clock.sleep(milliseconds, AbortSignal.any([signal, notices.draining])),
    isOver: (signal) => signal.aborted || notices.isDraining(),
    async wait(lastEventId, milliseconds, signal) {
      const over = new AbortController();
      const leave = (): void => over.abort();
      signal.addEventListener('abort', leave);
      if (signal.aborted) leave();
      try {
        const noticed = notices.wait(lastEventId, over.signal);
        await Promise.race([noticed, clock.sleep(milliseconds, over.signal)]);
      } finally {
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
  { keyId, signal }: FeedCaller,
): ReturnType<Feed['readPage']> {
  const until = waits.moment() + waitSeconds * 1_000;
  const start = await startOf(after);
  if (after === 'now' && waitSeconds === 0)
    return { page: { events: [], lastEventId: start ?? null }, waited: 0 };
  let page = await pageAfter(start, query);
  let waited = 0;
  while (page.events.length === 0 && !waits.isOver(signal)) {
    const now = waits.moment();
    const leave = now < until ? waits.enter(keyId) : undefined;
    if (!leave) break;
    await waits.wait(page.lastEventId, until - now, signal).finally(leave);
    waited += waits.moment() - now;
    page = await pageAfter(page.lastEventId ?? undefined, query);
  }
  return { page, waited };
}

interface StreamOptions {
  readonly caller: FeedCaller;
  readonly cutOff: AbortController;
}

/** A stream counts from its begin to its end, since one that its caller does not read has memory too. */
async function* boundedStream(
  source: Source,
  waits: Waits,
  query: Omit<FeedQuery, 'waitSeconds'>,
  { caller: { keyId, signal }, cutOff }: StreamOptions,
): AsyncGenerator<string> {
  const leave = waits.enter(keyId);
  if (!leave) throw tooBusy('eventStreams');
  const ended = new AbortController();
  const most = (EVENT_STREAM_SECONDS + EVENT_STREAM_GRACE_SECONDS) * 1_000;
  void waits.end(most, ended.signal).then(() => {
    if (!ended.signal.aborted) cutOff.abort();
  });
  try {
    yield* streamPages(source, waits, query, signal);
  } finally {
    ended.abort();
    leave();
  }
}

async function* streamPages(
  { pageAfter, startOf }: Source,
  waits: Waits,
  { after, ...query }: Omit<FeedQuery, 'waitSeconds'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
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
    // A piece that the caller would not read could not be cut off any more.
    if (waits.isOver(signal)) return;
    // A place that has moved is a sign of life too.
    if (events.length === 0 && page.events.length === 0 && page.lastEventId === lastEventId) yield ':\n\n';
  }
}
