// The writing of events in PostgreSQL: by the statement of what they tell, or by one more within its transaction. A process counts the
// events that it wrote, and wakes whoever gives them their places.
import type { EventGroup, EventType } from '../ports/events.ts';
import { type NewEvent, type ToldGroups, toldGroups, typeNumber } from '../shared/events.ts';
import type { Queries } from './executor.ts';
import { insertEvents } from './sql/statements.ts';

export interface Tell extends ToldGroups {
  /** Writes events within a transaction that has written before. */
  events(queries: Queries, events: readonly NewEvent[], now: number | null): Promise<void>;
  /** Events of a type were written by the statement of what they tell. */
  wrote(type: EventType, count: number): void;
}

export interface TellOptions {
  readonly groups: ToldGroups;
  /** Called after the statement, and before the commit of a transaction. */
  readonly onEvents: (type: EventType, count: number) => void;
}

/** Tells nothing. */
export const silent = createTellOf([]);

/** @param groups told by a command, which counts nothing */
export function createTellOf(groups: readonly EventGroup[]): Tell {
  return createTell({ groups: toldGroups(groups), onEvents: () => undefined });
}

export function createTell({ groups, onEvents }: TellOptions): Tell {
  const wrote: Tell['wrote'] = (type, count) => {
    if (count > 0) onEvents(type, count);
  };
  return {
    ...groups,
    wrote,
    async events(queries, events, now) {
      if (events.length === 0) return;
      await queries.run(insertEvents, {
        toldIds: events.map(({ sequentialId }) => sequentialId),
        toldTypes: events.map(({ type }) => typeNumber(type)),
        toldData: events.map(({ data }) => data),
        toldPersonal: events.map(({ personal }) => personal),
        now,
      });
      for (const { type } of events) wrote(type, 1);
    },
  };
}
