// A track: the events of an endpoint between the feed and the network, in their order. Events are read a page at a time, so a backlog
// stays in the feed. How far the endpoint has got is where the first event stands that is not settled, which is one that was delivered
// or has a row of its own.
import type { EventStore, EventType, StoredEvent } from '../store/ports/events.ts';
import { RESTORED_EVENTS, WEBHOOK_PAGE_EVENTS, WEBHOOK_WINDOW_EVENTS } from '../tuning.ts';

export interface TrackEntry {
  readonly event: StoredEvent;
  /** `read`: whether it may be sent was not looked at yet. */
  state: 'read' | 'queued' | 'sending' | 'settled';
}

export interface Track {
  /** The end of a range, inclusive; infinity for a track that goes on for ever. */
  readonly until: number;
  /** Up to which id events were read. */
  readonly readUpTo: number;
  /** Was there no event after that at the last look? */
  readonly isAtEnd: boolean;
  /** Up to which id all events are settled. */
  position(): number;
  /** Is all of a range settled? */
  isDone(): boolean;
  hasRoom(): boolean;
  /**
   * Reads a page.
   * @param most the id up to which it goes for now
   * @returns how many events the feed has let go of
   */
  read(types: readonly EventType[], most: number): Promise<number>;
  /** Events may have come. */
  look(): void;
  /** The entries in a state, in their order. */
  entriesThatAre(state: TrackEntry['state']): readonly TrackEntry[];
  /** The players of the entries that are not settled. */
  unsettledPlayers(): readonly number[];
  /** The first event that is not settled. */
  first(): StoredEvent | undefined;
}

export function createTrack(
  events: Pick<EventStore, 'page'>,
  after: number,
  until = Number.POSITIVE_INFINITY,
): Track {
  const entries: TrackEntry[] = [];
  let readUpTo = after;
  let isAtEnd = false;

  function dropSettled(): void {
    const first = entries.findIndex(({ state }) => state !== 'settled');
    entries.splice(0, first < 0 ? entries.length : first);
  }

  /** A page of the feed that goes up to an id. */
  async function readPage(types: readonly EventType[], end: number) {
    const page = await events.page(readUpTo, { types, limit: WEBHOOK_PAGE_EVENTS });
    if (page === 'ahead') return { found: [], upTo: readUpTo, missed: 0 };
    if ('oldestEventId' in page) {
      const upTo = Math.min(page.oldestEventId - 1, end);
      // Ids that were left out after a restore are of no event.
      return { found: [], upTo, missed: (upTo - readUpTo) % RESTORED_EVENTS };
    }
    const found = page.events.filter(({ eventId }) => eventId <= end);
    return { found, upTo: Math.min(page.lastEventId ?? readUpTo, end), missed: 0 };
  }

  return {
    until,
    get readUpTo() {
      return readUpTo;
    },
    get isAtEnd() {
      return isAtEnd;
    },
    position() {
      dropSettled();
      const [first] = entries;
      return first ? first.event.eventId - 1 : readUpTo;
    },
    isDone() {
      dropSettled();
      return readUpTo >= until && entries.length === 0;
    },
    hasRoom: () => !isAtEnd && entries.length + WEBHOOK_PAGE_EVENTS <= WEBHOOK_WINDOW_EVENTS,
    async read(types, most) {
      const { found, upTo, missed } = await readPage(types, Math.max(readUpTo, Math.min(until, most)));
      entries.push(...found.map((event): TrackEntry => ({ event, state: 'read' })));
      isAtEnd = upTo === readUpTo || upTo >= until;
      readUpTo = upTo;
      return missed;
    },
    look() {
      isAtEnd = readUpTo >= until;
    },
    entriesThatAre: (wanted) => entries.filter(({ state }) => state === wanted),
    unsettledPlayers: () =>
      entries.filter(({ state }) => state !== 'settled').map(({ event }) => event.sequentialId),
    first: () => entries.find(({ state }) => state !== 'settled')?.event,
  };
}
