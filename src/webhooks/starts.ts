// The starts of attempts: events that failed and are due, and those that wait in memory. Each event is read right before its attempt.
import type { StoredEvent } from '../store/ports/events.ts';
import type { ScheduledEvent } from '../store/ports/webhooks.ts';
import {
  begin,
  capacityOf,
  mayBegin,
  rowCapacityOf,
  rowOf,
  type SenderState,
  tracksOf,
} from './endpoint-state.ts';
import { isTurnOfOthers } from './one-player.ts';
import type { FailingPlayer } from './pace.ts';
import type { Track, TrackEntry } from './track.ts';

/** Begins what may begin. Where one request tries the endpoint, it is by turns for an event that failed and for another one. */
export async function startSome(state: SenderState): Promise<void> {
  if (state.pace.isAway() && state.wasRetry) await startQueued(state);
  if (capacityOf(state) > 0) await startRows(state);
  await startQueued(state);
}

/** Sends again what is due. */
async function startRows(state: SenderState): Promise<void> {
  const { clock, ledger, pace, rows } = state;
  const now = clock.monotonic();
  const room = rowCapacityOf(state);
  if (now < state.rowsAt || room <= 0) return;
  const events = await listRows(state, room + rows.size);
  const free = events.filter(({ eventId }) => !rows.has(eventId));
  const due = free.filter(({ dueInMilliseconds }) => dueInMilliseconds <= 0);
  const later = free.find(({ dueInMilliseconds }) => dueInMilliseconds > 0);
  state.rowsAt = Math.min(later ? now + later.dueInMilliseconds : Number.POSITIVE_INFINITY, pace.nextAt());
  const unwritten = ledger.heldPlayers();
  let started = 0;
  for (const row of due) {
    if (started >= room) break;
    // An older event of its player may have failed, and not be written yet.
    if (state.webhook.ordered && unwritten.has(row.sequentialId)) continue;
    if (await startRow(state, row)) started += 1;
  }
  state.hasDueRows = due.length > started || events.length === room + rows.size;
  if (state.hasDueRows && capacityOf(state) <= 0) state.rowsAt = now;
}

/** The rows of players whose turn it is: where the endpoint is away, of those who have not just failed if there are any. */
async function listRows(state: SenderState, limit: number): Promise<readonly ScheduledEvent[]> {
  const { pace, rows, store, webhook } = state;
  const ended = [...rows].filter(([, each]) => each === 'ended').map(([eventId]) => eventId);
  const players = pace.failingPlayers();
  const waiting = new Set(
    tracksOf(state)
      .flatMap((track) => track.entriesThatAre('queued'))
      .map(playerOf),
  );
  // By turns a player's events that failed and others go, too.
  const isOut = ({ sequentialId, wasRetry }: FailingPlayer) =>
    !mayBegin(state, sequentialId) || (wasRetry && waiting.has(sequentialId));
  const list = async (out: readonly FailingPlayer[]) => {
    const except = out.map(({ sequentialId }) => sequentialId);
    const { events, pending } = await store.listPending(webhook, { limit, except, ended });
    state.pending = pending;
    return events;
  };
  const isDue = (events: readonly ScheduledEvent[]) =>
    events.some(({ eventId, dueInMilliseconds }) => dueInMilliseconds <= 0 && !rows.has(eventId));
  const others = pace.isAway() ? await list(players.filter((each) => each.isLast || isOut(each))) : [];
  return isDue(others) ? others : list(players.filter(isOut));
}

const playerOf = ({ event }: TrackEntry): number => event.sequentialId;

/** @returns false for an event that waits: for another one of its player, or since nothing may begin any more */
async function startRow(state: SenderState, row: ScheduledEvent): Promise<boolean> {
  const { eventId, sequentialId, attempts } = row;
  if (!mayBegin(state, sequentialId)) return false;
  const event = await findEvent(state, eventId);
  // Meanwhile the lease may have ended, and the endpoint may have asked for a pause.
  if (capacityOf(state) <= 0 || isTurnOfOthers(state) || !mayBegin(state, sequentialId)) return false;
  if (event) begin(state, { event, attempts, entry: undefined, row });
  else {
    state.rows.set(eventId, 'ended');
    state.ledger.addMissed(1, eventId);
  }
  return true;
}

/** @returns undefined for an event that the feed does not have any more */
async function findEvent({ events }: SenderState, eventId: number): Promise<StoredEvent | undefined> {
  const page = await events.page(eventId - 1, { limit: 1 });
  if (page === 'ahead' || 'oldestEventId' in page) return undefined;
  return page.events.find((event) => event.eventId === eventId);
}

/** Sends queued events, in their order where the endpoint asks for it. */
async function startQueued(state: SenderState): Promise<void> {
  for (const track of tracksOf(state)) {
    const entries = nextOf(state, track);
    const found = await readAgain(state, entries);
    for (const entry of entries) {
      const event = found.get(entry.event.eventId);
      // Meanwhile one before it may have failed, and the lease may have ended.
      if (entry.state !== 'queued' || capacityOf(state) <= 0 || isTurnOfOthers(state)) continue;
      if (!mayBegin(state, playerOf(entry))) continue;
      if (event) begin(state, { event, attempts: 0, entry, row: rowOf(state, track, entry) });
      else {
        entry.state = 'settled';
        state.ledger.addMissed(1);
      }
    }
  }
}

/** The entries that may begin now: where the endpoint is away, those of players who have not failed, or not for long, come first. */
function nextOf(state: SenderState, track: Track): readonly TrackEntry[] {
  const { pace, webhook } = state;
  const queued = track.entriesThatAre('queued');
  const failed = pace.isAway() ? pace.failingPlayers().map(({ sequentialId }) => sequentialId) : [];
  const turnOf = (entry: TrackEntry) => failed.indexOf(playerOf(entry));
  const entries: TrackEntry[] = [];
  const players = new Set<number>();
  for (const entry of queued.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    if (entries.length >= capacityOf(state)) break;
    const sequentialId = playerOf(entry);
    const isSecond = players.has(sequentialId);
    if (isSecond && (webhook.ordered || !pace.mayTry(sequentialId, true))) continue;
    if (!mayBegin(state, sequentialId)) continue;
    players.add(sequentialId);
    entries.push(entry);
  }
  return entries;
}

/** Reads events again right before they are sent: their player may have been erased since they came into memory. */
async function readAgain(
  state: SenderState,
  entries: readonly TrackEntry[],
): Promise<ReadonlyMap<number, StoredEvent>> {
  const [first] = entries;
  if (!first) return new Map();
  const { types } = state.webhook;
  const page = await state.events.page(first.event.eventId - 1, { types, limit: entries.length });
  const near = page === 'ahead' || 'oldestEventId' in page ? [] : page.events;
  const found = new Map(near.map((event) => [event.eventId, event]));
  for (const { event } of entries) {
    if (found.has(event.eventId)) continue;
    const again = await findEvent(state, event.eventId);
    if (again) found.set(event.eventId, again);
  }
  return found;
}
