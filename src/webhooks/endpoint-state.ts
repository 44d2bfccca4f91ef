// The knowledge of the sender of one endpoint, and the requests that it has under way.
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { WEBHOOK_PENDING_MAX } from '../limits.ts';
import type { EventStore, StoredEvent } from '../store/ports/events.ts';
import type { AttemptedRow, Webhook, WebhookStore } from '../store/ports/webhooks.ts';
import type { Ledger } from './ledger.ts';
import { messageId, toRequest } from './message.ts';
import type { Pace } from './pace.ts';
import type { Send, WebhookAnswer } from './request.ts';
import { delayAfter, retryAfterMilliseconds } from './schedule.ts';
import type { Track, TrackEntry } from './track.ts';

export interface SenderContext {
  readonly store: Pick<WebhookStore, 'settle' | 'listPending' | 'findLongestQueue' | 'findHeld'>;
  readonly events: Pick<EventStore, 'page'>;
  /** Resolves when there may be an event after this id, or with the signal. */
  readonly waitForEvents: (after: number, signal: AbortSignal) => Promise<void>;
  readonly send: Send;
  /** JSON text of the event as the feed has it. */
  readonly toText: (event: StoredEvent) => string;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly observer: SenderObserver;
}

export interface SenderObserver {
  /** @param delayMilliseconds since the event, for a first attempt that was a delivery */
  attempted(isDelivered: boolean, delayMilliseconds: number | undefined): void;
  changed(before: Webhook, after: Webhook): void;
  /** A fault of the program: the sender ends, and another one begins at what is stored. */
  broke(webhookId: string, error: unknown): void;
}

export interface Sending {
  readonly event: StoredEvent;
  /** The attempts before this one. */
  readonly attempts: number;
  /** The place in a track; undefined for an event that has a row. */
  readonly entry: TrackEntry | undefined;
  /** The row that the event has or may have. */
  readonly row: AttemptedRow | undefined;
}

export interface SenderState extends SenderContext {
  webhook: Webhook;
  readonly leaseNumber: number;
  /** When the lease ends, on the monotonic clock. Past it no request begins. */
  heldUntil: number;
  readonly main: Track;
  /** The range that is sent again. */
  range: Track | undefined;
  readonly ledger: Ledger;
  readonly pace: Pace;
  readonly sending: Set<Sending>;
  /** Rows that were taken and are not written yet: those under way, and those that have ended. */
  readonly rows: Map<number, 'sending' | 'ended'>;
  /** How many rows wait for an attempt. Between two looks at them it is a guess, since a delivered event may have had no row. */
  pending: number;
  /** When to look at the rows, on the monotonic clock. */
  rowsAt: number;
  /** Are there rows that are due, and were not taken? */
  hasDueRows: boolean;
  /** When the ledger was last written, on the monotonic clock. */
  settledAt: number;
  hasEnded: boolean;
  readonly stopping: AbortController;
  /** Has something happened since the loop began its last step? */
  isWoken: boolean;
  /** Ends the rest of the loop. */
  waiting: AbortController | undefined;
  isListening: boolean;
  /** When one of too many failures was last tried, on the monotonic clock. */
  triedAt: number;
  /** Was the last attempt one at an event with a row? */
  wasRetry: boolean;
  /** Is the next attempt one at an event before its turn, since one in its turn has failed? */
  isTurnOfOthers: boolean;
  /** How far it was looked for, and the players who are left out; undefined to begin anew. */
  search: { readonly upTo: number; readonly known: Set<number> } | undefined;
  /** Events that were sent before their turn, while nothing in memory could be sent. */
  readonly peeked: Map<number, 'sending' | 'ended'>;
  /** Up to which id such an event was looked for, 0 to begin anew, and whose events were passed over. */
  peekedUpTo: number;
  readonly passedOver: Set<number>;
  /** When the longest queue of a player was last looked at, on the monotonic clock. */
  judgedAt: number;
}

export function wake(state: SenderState): void {
  state.isWoken = true;
  state.waiting?.abort();
}

export const isFull = ({ pending }: SenderState): boolean => pending >= WEBHOOK_PENDING_MAX;

/** The requests that may begin now. */
export function capacityOf({ clock, heldUntil, pace, sending, stopping }: SenderState): number {
  if (stopping.signal.aborted || clock.monotonic() >= heldUntil) return 0;
  return pace.limit() - sending.size;
}

/** The events with rows that may begin now: half of the requests, so that new events go out beside them. */
export function rowCapacityOf(state: SenderState): number {
  const own = [...state.rows.values()].filter((each) => each === 'sending').length;
  const share = Math.max(1, Math.floor(state.pace.limit() / 2));
  return Math.min(capacityOf(state), share - own);
}

export const mayRead = (state: SenderState, track: Track): boolean => track.hasRoom() && !isFull(state);

export const tracksOf = ({ main, range }: SenderState): readonly Track[] => (range ? [main, range] : [main]);

/** Is a request about this player under way? At an ordered endpoint its next event waits for the end of that. */
export const isUnderWay = ({ sending }: SenderState, sequentialId: number): boolean =>
  [...sending].some(({ event }) => event.sequentialId === sequentialId);

/** May an event of this player be sent now, as far as the player is concerned? */
export function mayBegin(state: SenderState, sequentialId: number): boolean {
  const isBusy = isUnderWay(state, sequentialId);
  return !(state.webhook.ordered && isBusy) && state.pace.mayTry(sequentialId, isBusy);
}

/** The players who have an event that waits, where the others wait for it. */
export async function findHeld(
  { webhook, ledger, store }: SenderState,
  events: readonly StoredEvent[],
): Promise<ReadonlySet<number>> {
  if (!webhook.ordered || events.length === 0) return new Set();
  const players = new Set(events.map(({ sequentialId }) => sequentialId));
  const found = await store.findHeld(webhook.webhookId, [...players]);
  // Read now: one may have failed meanwhile.
  return ledger.heldPlayers().union(new Set(found));
}

/** Begins an attempt at an event as the feed has it now. Its end wakes the loop. */
export function begin(state: SenderState, sending: Sending): void {
  const { event, entry, row } = sending;
  const { eventId, type, at } = event;
  state.sending.add(sending);
  state.wasRetry = !entry && row !== undefined;
  state.pace.began(event.sequentialId, state.wasRetry);
  if (entry) entry.state = 'sending';
  else state.rows.set(eventId, 'sending');
  const message = { id: messageId(state.webhook.webhookId, eventId), type, at, data: state.toText(event) };
  const request = toRequest(state.webhook, message, state.clock.now());
  void state.send(request).then((answer) => {
    finish(state, sending, request.url, answer);
    wake(state);
  });
}

function finish(state: SenderState, sending: Sending, url: string, answer: WebhookAnswer): void {
  const { clock, ledger, pace, observer } = state;
  const { event, entry, row } = sending;
  const { eventId, sequentialId } = event;
  const attempts = sending.attempts + 1;
  const isDelivered = answer.error === null;
  const moment = { now: clock.now(), random: state.random() };
  const delayMilliseconds = isDelivered ? null : delayAfter(attempts, answer.retryAfter, moment);
  const wasFailing = pace.failingPlayer(sequentialId) !== undefined;
  state.sending.delete(sending);
  if (entry) entry.state = 'settled';
  else state.rows.set(eventId, 'ended');
  const wasPeeked = state.peeked.has(eventId);
  if (wasPeeked) state.peeked.set(eventId, 'ended');
  state.isTurnOfOthers = wasPeeked ? isDelivered && !hasQueuedOthers(state) : !isDelivered;
  const counts = !isDelivered && pace.failed(event, askedPause(answer, moment.now));
  ledger.add({ event: { eventId, sequentialId, attempts }, url, answer, counts, row, delayMilliseconds });
  observer.attempted(
    isDelivered,
    isDelivered && attempts === 1 ? Math.max(moment.now - event.at, 0) : undefined,
  );
  if (isDelivered) goOn(state, sequentialId);
  else if (state.webhook.ordered) setAsideOthers(state, sequentialId);
  // At an ordered endpoint the next event of the player may have waited.
  const mayGoOn = row !== undefined && isDelivered && state.webhook.ordered;
  if (state.hasDueRows || wasFailing || mayGoOn) state.rowsAt = clock.monotonic();
}

/** May an event in memory be sent of a player who has not failed? */
const hasQueuedOthers = (state: SenderState): boolean =>
  state.main
    .entriesThatAre('queued')
    .some(
      ({ event: { sequentialId } }) =>
        !state.pace.failingPlayer(sequentialId) && mayBegin(state, sequentialId),
    );

export function peekAnew(state: SenderState): void {
  state.peekedUpTo = 0;
  state.passedOver.clear();
}

/** After a delivery: what failed while the endpoint was away comes at once. Near the bound of failures two come for each delivery. */
function goOn(state: SenderState, sequentialId: number): void {
  const { ledger, pace } = state;
  const { wasAway, players } = pace.delivered(sequentialId);
  if (wasAway || players.length > 0) peekAnew(state);
  if (wasAway) ledger.forward(WEBHOOK_PENDING_MAX);
  else if (isFull(state)) ledger.forward(2);
  if (players.length > 0) ledger.retry(players);
}

/** The pause that an answer asks for: the `Retry-After` of 429 (RFC 6585) and 503 (RFC 9110) is about the endpoint. */
const askedPause = ({ status, retryAfter }: WebhookAnswer, now: number): number =>
  status === 429 || status === 503 ? retryAfterMilliseconds(retryAfter, now) : 0;

/** The events of a player that wait in memory go behind the one that failed. */
function setAsideOthers(state: SenderState, sequentialId: number): void {
  for (const track of tracksOf(state))
    for (const entry of track.entriesThatAre('queued'))
      if (entry.event.sequentialId === sequentialId) setAside(state, entry);
}

export function setAside({ ledger }: SenderState, entry: TrackEntry): void {
  const { eventId, sequentialId } = entry.event;
  entry.state = 'settled';
  ledger.setAside({ eventId, sequentialId, attempts: 0 });
}

/** The row that an event in a track may have: an attempt at what is sent again decides about it, and what comes by itself has none. */
export const rowOf = (
  { main }: SenderState,
  track: Track,
  { event }: TrackEntry,
): AttemptedRow | undefined => (track === main ? undefined : { eventId: event.eventId, dueAt: null });
