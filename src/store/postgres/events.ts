// The feed of events in PostgreSQL. An event is in it once it has a place (event-stamper.ts). A page reads the runs of places, then the
// events of their ids.
import {
  ENDED_SEARCH_ROWS,
  EVENT_RUNS_PER_PAGE,
  EVENTS_PAGE_MAX_LOOKED_AT,
  PRUNE_STEP_ROWS,
} from '../../tuning.ts';
import type { EventPage, EventQuery, EventStore, EventsElsewhere } from '../ports/events.ts';
import { lastPlaceOf, type Range, rangesBehind } from '../shared/event-runs.ts';
import {
  elsewhereOf,
  eventsStart,
  isPersonal,
  pageOfNone,
  sessionOf,
  toStoredEvent,
  typeMask,
} from '../shared/events.ts';
import { type Database, readCertainTime, readClock } from './database.ts';
import { deleteOldEvents } from './event-partitions.ts';
import type { Queries } from './executor.ts';
import {
  clearEvents,
  deleteEventErasures,
  findEventBounds,
  findEventContexts,
  findFeedBounds,
  type ListEventsRow,
  listEventErasures,
  listEventRuns,
  listEvents,
  listExistingPlayers,
} from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

export function eventStore(
  { executor, now, tell, shards }: Database,
  onEvents: EventStore['onEvents'],
): EventStore {
  const newest = async (): Promise<number | null> =>
    (await executor.run(findFeedBounds, {}))[0]?.newest || null;
  // On Citus no events are told. Those from before the distribution have short contexts alone.
  const findContexts = shards ? () => [] : contextsOf;
  return {
    onEvents,
    newest: () => withRetries(newest, true),
    page: (after, query) => withRetries(() => findPage(executor, after, query, findContexts), true),
    deleteOld: (days, signal) =>
      executor.background(signal, async (queries) => {
        const time = await readClock(queries, now);
        const isTold = tell.players || tell.sessions || tell.metadata;
        const start = eventsStart(await readCertainTime(queries, now), days);
        await deleteOldEvents(queries, { time, start, isTold });
      }),
    forgetErased: (signal) => executor.background(signal, forgetErased),
  };
}

type FindContexts = (
  queries: Queries,
  rows: readonly ListEventsRow[],
) => readonly (string | undefined)[] | Promise<readonly (string | undefined)[]>;

async function findPage(
  queries: Queries,
  after: number | undefined,
  { types, limit, sequentialId }: EventQuery,
  findContexts: FindContexts,
): Promise<EventPage | EventsElsewhere> {
  const [bounds] = await queries.run(findFeedBounds, {});
  const newest = bounds?.newest ?? 0;
  if (newest === 0) return pageOfNone(after);
  const elsewhere = elsewhereOf(after, { oldest: bounds?.oldest ?? newest + 1, newest });
  if (elsewhere) return elsewhere;
  const start = after ?? 0;
  const runs = await queries.run(listEventRuns, { after: start, limit: EVENT_RUNS_PER_PAGE });
  const most = types || sequentialId !== undefined ? EVENTS_PAGE_MAX_LOOKED_AT : limit;
  const ranges = rangesBehind(start, runs, most);
  const lastRange = ranges.at(-1);
  const lastPlace = lastRange ? lastPlaceOf(lastRange) : start;
  const lastRun = runs.at(-1);
  const isAll =
    runs.length < EVENT_RUNS_PER_PAGE &&
    lastPlace === (lastRun ? lastRun.position + lastRun.count - 1 : start);
  const end = isAll ? Math.max(lastPlace, newest) : lastPlace;
  if (ranges.length === 0) return { events: [], lastEventId: end };
  const rows = await queries.run(listEvents, {
    starts: ranges.map(({ first }) => first),
    ends: ranges.map(({ last }) => last),
    types: typeMask(types),
    ofPlayer: sequentialId ?? null,
    limit,
  });
  const [existing, contexts] = await Promise.all([existingAmong(queries, rows), findContexts(queries, rows)]);
  const events = placesOf(ranges, rows).map(({ id: _, eventId, ...row }, index) =>
    toStoredEvent({ eventId, ...row }, existing.has(row.sequentialId), contexts[index] ?? null),
  );
  return { events, lastEventId: rows.length < limit ? end : (events.at(-1)?.eventId ?? end) };
}

/** Both come in the order of the places. */
function placesOf(
  ranges: readonly Range[],
  rows: readonly ListEventsRow[],
): readonly (ListEventsRow & { readonly eventId: number })[] {
  let index = 0;
  return rows.map((row) => {
    let range = ranges[index] as Range;
    while (row.id < range.first || row.id > range.last) {
      index += 1;
      range = ranges[index] as Range;
    }
    return { ...row, eventId: range.position + row.id - range.first };
  });
}

/** Those of the players of events with personal facts who exist. */
async function existingAmong(queries: Queries, rows: readonly ListEventsRow[]): Promise<ReadonlySet<number>> {
  const ids = new Set(rows.filter(isPersonal).map((row) => row.sequentialId));
  if (ids.size === 0) return ids;
  return new Set((await queries.run(listExistingPlayers, { ids: [...ids] })).map(({ id }) => id));
}

/** The contexts of the sessions that events tell of, in the order of the events. */
async function contextsOf(
  queries: Queries,
  rows: readonly ListEventsRow[],
): Promise<readonly (string | undefined)[]> {
  const told = rows.map(sessionOf);
  const sessions = told.filter((session) => session !== undefined);
  if (sessions.length === 0) return [];
  const found = await queries.run(findEventContexts, {
    ids: sessions.map(({ sequentialId }) => sequentialId),
    sessionIds: sessions.map(({ sessionId }) => sessionId),
    since: sessions.map(({ since }) => since),
    rows: ENDED_SEARCH_ROWS,
  });
  const byId = new Map(found.map(({ sessionId, context }) => [sessionId, context]));
  return told.map((session) => session && byId.get(session.sessionId));
}

/** Walks over the stored events once, if a player was erased since the last walk. Those who are erased meanwhile are left to the next. */
async function forgetErased(queries: Queries): Promise<void> {
  const ids = (await queries.run(listEventErasures, {})).map(({ id }) => id);
  if (ids.length === 0) return;
  const [bounds] = await queries.run(findEventBounds, {});
  const highest = bounds?.highest ?? 0;
  for (let after = (bounds?.lowest ?? 1) - 1; after < highest; after += PRUNE_STEP_ROWS)
    await queries.run(clearEvents, { ids, after, upTo: after + PRUNE_STEP_ROWS });
  await queries.run(deleteEventErasures, { ids });
}
