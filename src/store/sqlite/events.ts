// The feed of events in SQLite: pages by key, and the deletion and clearing of old ones in small steps. The commit of an event gives it
// its place, since one writer at a time has the file.
import type { Database } from 'bun:sqlite';
import { systemClock } from '../../lib/clock.ts';
import {
  ENDED_SEARCH_ROWS,
  EVENTS_PAGE_MAX_LOOKED_AT,
  PRUNE_STEP_ROWS,
  SQLITE_STEP_ROWS,
} from '../../tuning.ts';
import type { EventPage, EventQuery, EventStore, EventsElsewhere } from '../ports/events.ts';
import {
  type EventRow,
  elsewhereOf,
  eventsStart,
  pageOfNone,
  sessionOf,
  type ToldSession,
  toStoredEvent,
  typeMask,
} from '../shared/events.ts';
import { backgroundJobs, lookups } from '../shared/fair-queue.ts';
import { certainTimeOn } from './clock.ts';
import { deleteInSteps } from './delete-oldest.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

export interface EventStoreOptions {
  readonly db: Database;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly onEvents: EventStore['onEvents'];
}

export function eventStore({ db, writer, reader, onEvents }: EventStoreOptions): EventStore {
  const findNewest = reader.db.query<{ newest: number }, []>(
    "SELECT seq AS newest FROM sqlite_sequence WHERE name = 'events'",
  );
  const findOldest = reader.db.query<{ oldest: number | null }, []>(
    'SELECT min(event_id) AS oldest FROM events',
  );
  const findLastLookedAt = reader.db.query<{ eventId: number }, [number]>(
    `SELECT event_id AS eventId FROM events WHERE event_id > ?1
     ORDER BY event_id LIMIT 1 OFFSET ${EVENTS_PAGE_MAX_LOOKED_AT - 1}`,
  );
  const list = reader.db.query<EventRow, [number, number, number, number, number | null]>(
    `SELECT event_id AS eventId, at, type, sequential_id AS sequentialId, data, personal FROM events
     WHERE event_id > ?1 AND event_id <= ?2 AND (1 << type) & ?3 AND (?5 IS NULL OR sequential_id = ?5)
     ORDER BY event_id LIMIT ?4`,
  );
  const findPlayer = reader.db.query<object, [number]>('SELECT 1 FROM metadata WHERE sequential_id = ?1');
  const findContext = findContextOn(reader.db);
  const newest = (): number | null => findNewest.get()?.newest ?? null;

  function findPage(
    after: number | undefined,
    { types, limit, sequentialId }: EventQuery,
  ): EventPage | EventsElsewhere {
    const last = newest();
    if (last === null) return pageOfNone(after);
    const oldest = findOldest.get()?.oldest ?? last + 1;
    const elsewhere = elsewhereOf(after, { oldest, newest: last });
    if (elsewhere) return elsewhere;
    const start = after ?? 0;
    const end = findLastLookedAt.get(start)?.eventId ?? last;
    const rows = list.all(start, end, typeMask(types), limit, sequentialId ?? null);
    const events = rows.map((row) => {
      const session = sessionOf(row);
      const context = session ? findContext(session) : null;
      return toStoredEvent(row, findPlayer.get(row.sequentialId) !== null, context);
    });
    return { events, lastEventId: rows.length < limit ? end : (rows.at(-1)?.eventId ?? end) };
  }

  return {
    onEvents,
    newest: () => reader.read(newest, lookups),
    page: (after, query) => reader.read(() => findPage(after, query), lookups),
    deleteOld: deleteOldOn(db, writer),
    forgetErased: forgetErasedOn(db, writer),
  };
}

/** A session is the first of its player to end after its start, unless clocks differ. */
function findContextOn(db: Database): (session: ToldSession) => string | null {
  const find = db.query<{ context: string | null }, [number, string, number]>(
    `SELECT context FROM active_sessions WHERE sequential_id = ?1 AND session_id = ?2
     UNION ALL
     SELECT context FROM (SELECT session_id, context FROM ended_sessions WHERE sequential_id = ?1 AND (ended_at, session_id) >= (?3, ?2)
       ORDER BY ended_at, session_id LIMIT ${ENDED_SEARCH_ROWS}) WHERE session_id = ?2`,
  );
  return ({ sequentialId, sessionId, since }) => find.get(sequentialId, sessionId, since)?.context ?? null;
}

/** The rows of a step are the oldest ones: no index has the times. */
function deleteOldOn(db: Database, writer: Writer): EventStore['deleteOld'] {
  const deleteOldest = db.query<object, [number, number]>(
    `DELETE FROM events WHERE at < ?1 AND event_id IN (SELECT event_id FROM events ORDER BY event_id LIMIT ?2)`,
  );
  const certain = certainTimeOn(db);
  return (days, signal) =>
    deleteInSteps(
      writer,
      signal,
      (now) => deleteOldest.run(eventsStart(certain(now), days), SQLITE_STEP_ROWS).changes,
    );
}

/** Walks over all events once, if a player was erased since the last walk. */
function forgetErasedOn(db: Database, writer: Writer): EventStore['forgetErased'] {
  const listErased = db.query<{ id: number }, []>('SELECT sequential_id AS id FROM event_erasures');
  const findEnd = db.query<{ eventId: number | null }, [number, number]>(
    `SELECT max(event_id) AS eventId FROM (SELECT event_id FROM events WHERE event_id > ?1 ORDER BY event_id LIMIT ?2)`,
  );
  const clear = db.query<object, [number, number]>(
    `UPDATE events SET personal = NULL WHERE event_id > ?1 AND event_id <= ?2 AND personal IS NOT NULL
       AND sequential_id IN (SELECT sequential_id FROM event_erasures)`,
  );
  const forget = db.query<object, [number]>('DELETE FROM event_erasures WHERE sequential_id = ?1');

  return async (signal) => {
    // Those who are erased during the walk are left to the next one.
    const erased = await writer.write(() => listErased.all(), backgroundJobs);
    if (erased.length === 0) return;
    for (let after: number | null = 0; after !== null; ) {
      if (signal.aborted) return;
      const start: number = after;
      after = await writer.write(() => {
        const end = findEnd.get(start, PRUNE_STEP_ROWS)?.eventId ?? null;
        if (end !== null) clear.run(start, end);
        return end;
      }, backgroundJobs);
      await systemClock.sleep(0, signal);
    }
    await writer.write(() => {
      for (const { id } of erased) forget.run(id);
    }, backgroundJobs);
  };
}
