// The starts of attempts: events that failed and are due, and those that wait in memory. Each event is read right before its attempt.
import type { StoredEvent } from '../store/ports/events.ts';
import type { ScheduledEvent } from '../store/ports/webhooks.ts';
import {
  begin,
  capacityOf,
  isUnderWay,
  rowCapacityOf,
  rowOf,
  type SenderState,
  tracksOf,
} from './endpoint-state.ts';
import type { Track, TrackEntry } from './track.ts';

/** Sends again what is due. */
export async function startRows(state: SenderState): Promise<void> {
  const { clock, ledger, rows, store } = state;
  const now = clock.monotonic();
  const room = rowCapacityOf(state);
  if (now < state.rowsAt || room <= 0) return;
  const { events, pending } = await store.listPending(state.webhook, room + rows.size);
  state.pending = pending;
  const free = events.filter(({ eventId }) => !rows.has(eventId));
  const due = free.filter(({ dueInMilliseconds }) => dueInMilliseconds <= 0);
  const later = free.find(({ dueInMilliseconds }) => dueInMilliseconds > 0);
  state.rowsAt = later ? now + later.dueInMilliseconds : Number.POSITIVE_INFINITY;
  const unwritten = ledger.heldPlayers();
  let started = 0;
  for (const row of due.slice(0, room)) {
    // An older event of its player may have failed, and not be written yet.
    if (state.webhook.ordered && unwritten.has(row.sequentialId)) continue;
    if (await startRow(state, row)) started += 1;
  }
  state.hasDueRows = due.length > started || events.length === room + rows.size;
  if (state.hasDueRows && capacityOf(state) <= 0) state.rowsAt = now;
}

/** @returns false for an event that waits: for another one of its player, or since nothing may begin any more */
async function startRow(state: SenderState, row: ScheduledEvent): Promise<boolean> {
  const { eventId, sequentialId, attempts } = row;
  if (state.webhook.ordered && isUnderWay(state, sequentialId)) return false;
  const event = await findEvent(state, eventId);
  // Meanwhile the lease may have ended, and the endpoint may have asked for a pause.
  if (capacityOf(state) <= 0) return false;
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
export async function startQueued(state: SenderState): Promise<void> {
  for (const track of tracksOf(state)) {
    const entries = nextOf(state, track);
    const found = await readAgain(state, entries);
    for (const entry of entries) {
      const event = found.get(entry.event.eventId);
      // Meanwhile one before it may have failed, and the lease may have ended.
      if (entry.state !== 'queued' || capacityOf(state) <= 0) continue;
      if (event) begin(state, { event, attempts: 0, entry, row: rowOf(state, track, entry) });
      else {
        entry.state = 'settled';
        state.ledger.addMissed(1);
      }
    }
  }
}

/** The entries that may begin now. */
function nextOf(state: SenderState, track: Track): readonly TrackEntry[] {
  const entries: TrackEntry[] = [];
  const players = new Set<number>();
  for (const entry of track.entriesThatAre('queued')) {
    if (entries.length >= capacityOf(state)) break;
    const { sequentialId } = entry.event;
    if (state.webhook.ordered && (players.has(sequentialId) || isUnderWay(state, sequentialId))) continue;
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
