// What keeps players whose events fail from holding up an endpoint for all: such events are set aside, events of others are sent before
// their turn after an attempt that failed and where nothing else could be, and of what waits behind an event that fails again and again
// that event is given up.
import { WEBHOOK_PLAYER_PENDING_MAX } from '../limits.ts';
import type { StoredEvent } from '../store/ports/events.ts';
import type { PlayerQueue } from '../store/ports/webhooks.ts';
import {
  WEBHOOK_PAGE_EVENTS,
  WEBHOOK_PAUSE_FAILURES,
  WEBHOOK_PEEKED_EVENTS_MAX,
  WEBHOOK_PEEKED_PAGES,
} from '../tuning.ts';
import {
  begin,
  capacityOf,
  findHeld,
  isFull,
  isUnderWay,
  mayBegin,
  mayRead,
  peekAnew,
  type SenderState,
  setAside,
  tracksOf,
} from './endpoint-state.ts';
import type { Track, TrackEntry } from './track.ts';

/** Where no further page has room, the events of players whose events fail while those of others are delivered get rows. */
export function makeRoom(state: SenderState, track: Track): void {
  if (track.isAtEnd || track.hasRoom()) return;
  for (const entry of track.entriesThatAre('queued'))
    if (state.pace.failingPlayer(entry.event.sequentialId)?.isOwn) setAside(state, entry);
}

/**
 * Sends an event from further on in the feed where none in memory may be sent and no more may be read: whether the endpoint or the
 * players in memory are the cause, only the event of another one can tell. It is one at a time, and after a crash it comes twice.
 */
export async function peek(state: SenderState): Promise<void> {
  const { events, main, passedOver, peeked, webhook } = state;
  if (!isStuck(state)) return;
  const { peekedUpTo } = state;
  const from = Math.max(peekedUpTo, main.readUpTo);
  const page = await events.page(from, { types: webhook.types, limit: WEBHOOK_PAGE_EVENTS });
  if (page === 'ahead' || 'oldestEventId' in page) return;
  const held = await findHeld(state, page.events);
  // Meanwhile it may have begun anew: events before this page are to be looked at first.
  if (state.peekedUpTo !== peekedUpTo) return;
  // The events of these come before.
  const inMemory = new Set(tracksOf(state).flatMap((track) => track.unsettledPlayers()));
  state.peekedUpTo = page.lastEventId ?? from;
  for (const event of page.events) {
    const { eventId, sequentialId } = event;
    if (peeked.has(eventId)) continue;
    const isHeld = held.has(sequentialId) || inMemory.has(sequentialId);
    if (isHeld || !mayBegin(state, sequentialId)) passedOver.add(sequentialId);
    // Of a player who was passed over a later event would come before an earlier one.
    if (passedOver.has(sequentialId)) continue;
    state.peekedUpTo = eventId;
    if (capacityOf(state) <= 0) return peekAnew(state);
    peeked.set(eventId, 'sending');
    return begin(state, { event, attempts: 0, entry: undefined, row: undefined });
  }
  // There may be more to look at.
  if (page.events.length > 0) state.isWoken = true;
}

/**
 * After an attempt that failed, the next one is at an event of any player behind those in memory: players who fail may fill the memory,
 * and each of their events may hang. It is drawn among the players, so many events of one are of no use.
 */
export async function peekInTurn(state: SenderState): Promise<void> {
  if (!isTurnOfOthers(state)) return;
  const candidates = await findOthers(state);
  // A long search goes on in the next step.
  state.isTurnOfOthers = state.search !== undefined;
  if (state.isTurnOfOthers) state.isWoken = true;
  const event = candidates[Math.floor(state.random() * candidates.length)];
  if (!event || capacityOf(state) <= 0) return;
  // Meanwhile an event of the player may have failed.
  if (state.pace.failingPlayer(event.sequentialId) || !mayBegin(state, event.sequentialId)) return;
  state.peeked.set(event.eventId, 'sending');
  begin(state, { event, attempts: 0, entry: undefined, row: undefined });
}

/**
 * The first event behind the memory of each player who has not failed and of whom none waits before it, from the next pages that have
 * any.
 */
async function findOthers(state: SenderState): Promise<readonly StoredEvent[]> {
  const { events, main, pace, peeked, webhook } = state;
  const known = state.search?.known ?? new Set<number>();
  for (const track of tracksOf(state)) for (const player of track.unsettledPlayers()) known.add(player);
  const found: StoredEvent[] = [];
  let upTo = Math.max(state.search?.upTo ?? 0, main.readUpTo);
  state.search = undefined;
  for (let pages = 0; pages < WEBHOOK_PEEKED_PAGES; pages += 1) {
    const page = await events.page(upTo, { types: webhook.types, limit: WEBHOOK_PAGE_EVENTS });
    if (page === 'ahead' || 'oldestEventId' in page) return found;
    if (page.lastEventId === null || page.lastEventId === upTo) return found;
    upTo = page.lastEventId;
    const held = await findHeld(state, page.events);
    for (const event of page.events) {
      const { eventId, sequentialId } = event;
      if (peeked.has(eventId) || known.has(sequentialId)) continue;
      known.add(sequentialId);
      if (!held.has(sequentialId) && !pace.failingPlayer(sequentialId)) found.push(event);
    }
  }
  if (found.length === 0) state.search = { upTo, known };
  return found;
}

/** Is an event from further on to be sent next? An attempt may fail while others are about to begin. */
export const isTurnOfOthers = (state: SenderState): boolean => state.isTurnOfOthers && mayPeek(state);

function mayPeek(state: SenderState): boolean {
  const { main, peeked, pending } = state;
  if (capacityOf(state) <= 0 || pending === Number.POSITIVE_INFINITY) return false;
  if (main.isAtEnd || mayRead(state, main) || peeked.size >= WEBHOOK_PEEKED_EVENTS_MAX) return false;
  return ![...peeked.values()].includes('sending');
}

function isStuck(state: SenderState): boolean {
  if (!mayPeek(state)) return false;
  const queued = state.main.entriesThatAre('queued');
  if (queued.length === 0) return isFull(state);
  return !queued.some(({ event }) => mayBegin(state, event.sequentialId));
}

/** Was the event of an entry sent before its turn, and has that attempt ended? */
export function wasPeeked({ peeked }: SenderState, { event }: TrackEntry): boolean {
  return peeked.get(event.eventId) === 'ended' && peeked.delete(event.eventId);
}

/** Gives up what fails again and again while others get their events, and too many wait behind it. */
export async function giveUpSome(state: SenderState): Promise<void> {
  const { clock, pace, pending, store, webhook } = state;
  const now = clock.monotonic();
  if (pending <= WEBHOOK_PLAYER_PENDING_MAX || now < state.judgedAt + judgeMilliseconds) return;
  const players = pace.failingPlayers().filter(({ isOwn }) => isOwn);
  if (players.length === 0) return;
  state.judgedAt = now;
  const ids = players.map(({ sequentialId }) => sequentialId);
  const queue = await store.findLongestQueue(webhook.webhookId, ids);
  if (!queue || isUnderWay(state, queue.sequentialId)) return;
  const events = surplusOf(state, queue);
  if (events > 0) state.ledger.giveUp(queue.sequentialId, events);
}

/** The least time between two such looks. */
const judgeMilliseconds = 100;

/** How many of the oldest events of a player are to be given up. */
function surplusOf(state: SenderState, { sequentialId, events, attempts }: PlayerQueue): number {
  const surplus = events - WEBHOOK_PLAYER_PENDING_MAX;
  if (surplus <= 0 && !isFull(state)) return 0;
  const failed = state.pace.failingPlayer(sequentialId)?.events ?? 0;
  // One that fails is given up alone, since those behind it may be delivered.
  if (failed < WEBHOOK_PAUSE_FAILURES) return attempts > 0 ? 1 : 0;
  return Math.max(surplus, 1);
}
