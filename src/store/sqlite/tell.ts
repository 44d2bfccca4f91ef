// The writing of events in SQLite, within the transaction of what they tell.
import type { Database } from 'bun:sqlite';
import type { EventStore, EventType } from '../ports/events.ts';
import { type Told, type ToldGroups, typeNumber } from '../shared/events.ts';

export interface Tell extends ToldGroups, Pick<EventStore, 'onEvents'> {
  /** Writes an event. @param at the time of the batch */
  event(sequentialId: number, told: Told, at: number): void;
  /** Notes that a player was erased, so that the stored events are cleared. Whether events are told now does not matter. */
  erasure(sequentialId: number): void;
  /** Tells the listener, after a commit, where it had events. */
  committed(): void;
}

export interface TellOptions {
  readonly groups: ToldGroups;
  /** Called for each event, within the transaction. */
  readonly onEvent: (type: EventType) => void;
}

export function tellOn(db: Database, { groups, onEvent }: TellOptions): Tell {
  const insert = db.query<object, [number, number, number, string, string | null]>(
    'INSERT INTO events (at, type, sequential_id, data, personal) VALUES (?1, ?2, ?3, ?4, ?5)',
  );
  const noteErasure = db.query<object, [number]>(
    'INSERT OR IGNORE INTO event_erasures (sequential_id) SELECT ?1 WHERE EXISTS (SELECT 1 FROM events)',
  );
  let listener: () => void = () => undefined;
  let isTold = false;
  return {
    ...groups,
    event(sequentialId, { type, data, personal }, at) {
      insert.run(at, typeNumber(type), sequentialId, data, personal);
      isTold = true;
      onEvent(type);
    },
    committed() {
      if (!isTold) return;
      isTold = false;
      listener();
    },
    onEvents(next) {
      listener = next;
    },
    erasure: (sequentialId) => void noteErasure.run(sequentialId),
  };
}
