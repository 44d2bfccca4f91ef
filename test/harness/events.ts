// The events of a test's database. On PostgreSQL an event gets its place some time after its commit.
import { expect } from 'bun:test';
import type { Environment } from '../../src/config/settings.ts';
import type { EventStore, EventType, StoredEvent } from '../../src/store/ports/events.ts';
import { rawDatabase } from './raw-database.ts';

export const allEvents: Environment = { EVENTS: 'players,sessions,metadata' };

export interface TestEvent extends Omit<StoredEvent, 'data'> {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the data of every type
  readonly data: any;
}

/** All events after an id, page by page. */
export async function readEvents(
  store: Pick<EventStore, 'page'>,
  { after, types, limit = 1_000 }: { after?: number; types?: readonly EventType[]; limit?: number } = {},
): Promise<readonly TestEvent[]> {
  const events: TestEvent[] = [];
  for (let place = after; ; ) {
    const page = await store.page(place, { limit, ...(types && { types }) });
    if (page === 'ahead' || 'oldestEventId' in page) throw new Error('the events are elsewhere');
    events.push(...page.events.map((event) => ({ ...event, data: JSON.parse(event.data) })));
    const next = page.lastEventId ?? undefined;
    if (page.events.length === 0 && next === place) return events;
    if (next === undefined) return events;
    place = next;
  }
}

/** All events, once each of them has its place. */
export async function settledEvents(
  store: Pick<EventStore, 'page'>,
  environment: Environment,
): Promise<readonly TestEvent[]> {
  const raw = rawDatabase(environment);
  try {
    for (const until = performance.now() + 45_000; ; ) {
      const [row] = await raw.run('SELECT count(*) AS count FROM events');
      const events = await readEvents(store);
      if (events.length === Number(row?.count)) return events;
      // A process that gives places and was killed keeps its lease for seconds. The bound is before the test itself runs out of time.
      if (performance.now() > until) expect(events.length).toBe(Number(row?.count));
      await Bun.sleep(20);
    }
  } finally {
    await raw.close();
  }
}

/** An event without its place and time. */
export const toldBy = ({ type, sequentialId, data }: TestEvent) => ({ type, sequentialId, data });
