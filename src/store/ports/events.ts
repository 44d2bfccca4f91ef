// The port for events: what happened to players, one event for each change, committed with it. An event names its player by the
// sequential id and holds no content of metadata. Events have ids in the order of their commits, without a gap that a later event
// could fill: whoever has read up to an id has missed none before it. Times are milliseconds since the Unix epoch.

/** The groups of `EVENTS`, and the types of each. */
export const eventTypesOf = {
  players: ['player.registered', 'player.erased', 'player.suspended', 'player.unsuspended'],
  sessions: ['session.started', 'session.ended'],
  metadata: ['metadata.changed', 'metadata.lost'],
} as const;
export type EventGroup = keyof typeof eventTypesOf;
export const eventGroups = Object.keys(eventTypesOf) as readonly EventGroup[];

/** The place of a type in this list is its number in the database, so a new one goes to the end. */
export const eventTypes = [
  ...eventTypesOf.players,
  ...eventTypesOf.sessions,
  ...eventTypesOf.metadata,
] as const;
export type EventType = (typeof eventTypes)[number];

/** Types in the order of all lists, each once. */
export const inTypeOrder = (types: readonly EventType[]): readonly EventType[] =>
  eventTypes.filter((type) => types.includes(type));

export interface StoredEvent {
  /** Ascends in the order of the commits. */
  readonly eventId: number;
  readonly type: EventType;
  readonly at: number;
  readonly sequentialId: number;
  /** JSON text of an object, in the form of the feed. */
  readonly data: string;
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** The id after which to go on, also where no event matched; null only where there never was an event. */
  readonly lastEventId: number | null;
}

/** The answer for an id of which the next events are not kept any more, and for one that no event has had yet. */
export type EventsElsewhere = { readonly oldestEventId: number } | 'ahead';

export interface EventQuery {
  /** All types by default. */
  readonly types?: readonly EventType[];
  /** The events of one player alone. No index has them, so each page looks at its part of all events. */
  readonly sequentialId?: number;
  readonly limit: number;
}

export interface EventStore {
  /**
   * The events after an id, oldest first; from the oldest kept without one. A page looks at a bounded number of events, so where few
   * match it may hold fewer than `limit`, even none, and `lastEventId` says whether it got on. Of players who do not exist any more the
   * facts that an erasure takes out are null (`shared/events.ts`), whether or not `forgetErased` has run.
   */
  page(after: number | undefined, query: EventQuery): Promise<EventPage | EventsElsewhere>;
  /** The newest id; null where there never was an event. */
  newest(): Promise<number | null>;
  /** From now on the listener is called when this process has committed events, or given them ids. There is one listener. */
  onEvents(listener: () => void): void;
  /** Deletes events that are older than so many days, in small steps, and prepares for the coming days. An abort ends it after a step. */
  deleteOld(days: number, signal: AbortSignal): Promise<void>;
  /** Takes out of stored events what an erasure takes out, in one pass for all players who were erased since the last. */
  forgetErased(signal: AbortSignal): Promise<void>;
}
