// The sender of one endpoint, while this process has its lease: it reads the feed after the endpoint's place, sends, tries again what
// failed, and writes what it has done. One loop reads and writes, so a step sees all that the steps before it have written; requests
// alone run side by side.
import { StoreUnavailable } from '../store/ports/errors.ts';
import type { Webhook, WebhookLease } from '../store/ports/webhooks.ts';
import { WEBHOOK_LOOK_MILLISECONDS, WEBHOOK_SETTLE_MILLISECONDS } from '../tuning.ts';
import {
  capacityOf,
  findHeld,
  isFull,
  mayRead,
  peekAnew,
  rowCapacityOf,
  type SenderContext,
  type SenderState,
  setAside,
  tracksOf,
  wake,
} from './endpoint-state.ts';
import { createLedger } from './ledger.ts';
import { giveUpSome, makeRoom, peek, peekInTurn, wasPeeked } from './one-player.ts';
import { createPace } from './pace.ts';
import { startSome } from './starts.ts';
import { createTrack, type Track } from './track.ts';

export interface EndpointSender {
  readonly webhook: Webhook;
  readonly leaseNumber: number;
  /** Has it ended by itself: has it lost the lease, or is the endpoint disabled? */
  readonly hasEnded: boolean;
  /** The age of the oldest event that is not settled, in milliseconds; 0 for none. */
  lag(): number;
  /** The lease was looked at. @param lookedAt before the look, and the end of the lease, both on the monotonic clock */
  renew(lease: WebhookLease, lookedAt: number): void;
  /** Starts no further request, waits for those under way until the signal, and writes what was done. */
  stop(signal: AbortSignal): Promise<void>;
}

export function startEndpointSender(
  context: SenderContext,
  lease: WebhookLease,
  lookedAt: number,
): EndpointSender {
  const { clock, events } = context;
  const { webhook, leaseNumber } = lease;
  const state: SenderState = {
    ...context,
    ...{ webhook, leaseNumber, heldUntil: lookedAt + lease.leftMilliseconds },
    ...{ main: createTrack(events, webhook.after), range: undefined },
    ...{ ledger: createLedger(clock), pace: createPace(clock, context.random) },
    ...{
      sending: new Set(),
      rows: new Map(),
      pending: Number.POSITIVE_INFINITY,
      rowsAt: 0,
      hasDueRows: false,
    },
    ...{ settledAt: Number.NEGATIVE_INFINITY, hasEnded: false, stopping: new AbortController() },
    ...{ isWoken: false, waiting: undefined, isListening: false, triedAt: clock.monotonic() },
    ...{
      wasRetry: false,
      isTurnOfOthers: false,
      search: undefined,
      peeked: new Map(),
      peekedUpTo: 0,
      passedOver: new Set(),
      judgedAt: Number.NEGATIVE_INFINITY,
    },
  };
  const running = run(state);
  return {
    leaseNumber,
    get webhook() {
      return state.webhook;
    },
    get hasEnded() {
      return state.hasEnded;
    },
    lag() {
      const first = state.main.first();
      return first ? Math.max(clock.now() - first.at, 0) : 0;
    },
    renew({ webhook, leftMilliseconds }, lookedAt) {
      state.heldUntil = lookedAt + leftMilliseconds;
      // A write meanwhile is newer than the look.
      if (lookedAt > state.settledAt) adopt(state, webhook);
      state.rowsAt = clock.monotonic();
      peekAnew(state);
      wake(state);
    },
    async stop(signal) {
      state.stopping.abort();
      wake(state);
      await running;
      await finishUnderWay(state, signal);
    },
  };
}

/** The pause after the store could not serve. */
const storePauseMilliseconds = 1_000;

async function run(state: SenderState): Promise<void> {
  const { log, stopping } = state;
  while (!state.hasEnded && !stopping.signal.aborted) {
    state.isWoken = false;
    let pause = 0;
    try {
      await step(state);
    } catch (error) {
      const { webhookId } = state.webhook;
      if (!(error instanceof StoreUnavailable)) return breakDown(state, error);
      log.warn({ err: error, webhookId }, 'a webhook waits for the store');
      pause = storePauseMilliseconds;
    }
    await rest(state, Math.max(nextAt(state), state.clock.monotonic() + pause));
  }
}

/**
 * After an error that is none of the store. What is in memory may be its cause, so it is dropped after a pause: the next sender begins
 * at what is stored, and sends again what was not written.
 */
async function breakDown(state: SenderState, error: unknown): Promise<void> {
  const { clock, observer, stopping, webhook } = state;
  observer.broke(webhook.webhookId, error);
  await clock.sleep(breakPauseMilliseconds, stopping.signal);
  state.hasEnded = true;
}

const breakPauseMilliseconds = 30_000;

/** Waits until a moment on the monotonic clock, or until something happens. */
async function rest(state: SenderState, until: number): Promise<void> {
  if (state.isWoken) return;
  state.waiting = new AbortController();
  await state.clock.sleep(Math.max(until - state.clock.monotonic(), 0), state.waiting.signal);
  state.waiting = undefined;
}

async function step(state: SenderState): Promise<void> {
  if (isSettlementDue(state)) await settle(state);
  if (state.hasEnded) return;
  const { webhook, events } = state;
  if (webhook.range) state.range ??= createTrack(events, webhook.range.after, webhook.range.until);
  for (const track of tracksOf(state)) if (capacityOf(state) > 0) await fill(state, track);
  // What is in memory is full before others are looked for.
  while (state.isTurnOfOthers && capacityOf(state) > 0 && mayRead(state, state.main))
    await fill(state, state.main);
  await peekInTurn(state);
  await startSome(state);
  await peek(state);
  await giveUpSome(state);
  tryOneWhileFull(state);
  listen(state);
}

/** The moment of the next step, if nothing happens before, on the monotonic clock. */
function nextAt(state: SenderState): number {
  const { clock, ledger, pace, rowsAt } = state;
  const now = clock.monotonic();
  const times = [now + WEBHOOK_LOOK_MILLISECONDS];
  if (!ledger.isEmpty) times.push(state.settledAt + WEBHOOK_SETTLE_MILLISECONDS);
  times.push(pace.nextAt());
  if (rowCapacityOf(state) > 0) times.push(rowsAt);
  if (capacityOf(state) > 0 && tracksOf(state).some((track) => mayRead(state, track))) times.push(now);
  return Math.min(...times);
}

function isSettlementDue({ clock, ledger, main, range, settledAt, webhook }: SenderState): boolean {
  const age = clock.monotonic() - settledAt;
  if (!ledger.isEmpty || range?.isDone()) return age >= WEBHOOK_SETTLE_MILLISECONDS;
  // Events of other types were passed over. After a crash they would only be passed over again.
  return age >= WEBHOOK_LOOK_MILLISECONDS && main.position() !== webhook.after;
}

async function settle(state: SenderState): Promise<void> {
  const { clock, ledger, main, range, rows, store } = state;
  const { prunes, ...done } = ledger.take();
  const ended = [...rows].filter(([, each]) => each === 'ended').map(([eventId]) => eventId);
  const rangeDone = range && { after: range.isDone() ? null : range.position(), until: range.until };
  let after: Webhook | undefined;
  try {
    const place = { after: main.position(), range: rangeDone };
    const settlement = { ...done, prunes, ...place, isDown: state.pace.isDown() };
    after = await store.settle(state.webhook.webhookId, state.leaseNumber, settlement);
  } catch (error) {
    ledger.putBack(done);
    throw error;
  }
  const now = clock.monotonic();
  state.settledAt = now;
  for (const eventId of ended) rows.delete(eventId);
  if (rangeDone?.after === null) state.range = undefined;
  state.hasEnded = !after?.enabled;
  if (!after) return;
  adopt(state, after);
  state.pending += done.failed.length - done.done.length - (done.givenUp?.events ?? 0);
  const delays = done.failed.map(({ delayMilliseconds }) => delayMilliseconds ?? 0);
  if (done.forward > 0 || done.retried.length > 0 || done.givenUp || done.done.length > 0) delays.push(0);
  state.rowsAt = Math.min(state.rowsAt, ...delays.map((delay) => now + delay));
}

function adopt(state: SenderState, after: Webhook): void {
  const before = state.webhook;
  state.webhook = { ...after, missed: Math.max(before.missed, after.missed) };
  if (after.after !== before.after) {
    // Rows and the range may have waited for the place.
    state.range?.look();
    if (after.ordered) state.rowsAt = state.clock.monotonic();
  }
  if (before.url !== after.url) state.pace.reset();
  state.observer.changed(before, state.webhook);
}

/** At an ordered endpoint a range goes no further than the stored place: what is behind that comes in its order by itself. */
const mostOf = ({ main, webhook }: SenderState, track: Track): number =>
  webhook.ordered && track !== main ? webhook.after : Number.POSITIVE_INFINITY;

/** Reads a page of the feed into a track, and queues what may be sent: also what was read when the store could not tell that. */
async function fill(state: SenderState, track: Track): Promise<void> {
  if (mayRead(state, track)) {
    const missed = await track.read(state.webhook.types, mostOf(state, track));
    if (missed > 0) state.ledger.addMissed(missed);
  }
  for (const entry of track.entriesThatAre('read')) if (wasPeeked(state, entry)) entry.state = 'settled';
  const entries = track.entriesThatAre('read').filter(({ event }) => !state.peeked.has(event.eventId));
  const held = await findHeld(
    state,
    entries.map(({ event }) => event),
  );
  for (const entry of entries) {
    if (held.has(entry.event.sequentialId)) setAside(state, entry);
    else entry.state = 'queued';
  }
  makeRoom(state, track);
}

/** At the bound of failures nothing new is sent, so one of them is tried each minute: when it succeeds, more follow. */
function tryOneWhileFull(state: SenderState): void {
  const now = state.clock.monotonic();
  if (!isFull(state) || state.pending === Number.POSITIVE_INFINITY || state.sending.size > 0) return;
  if (now - state.triedAt < tryMilliseconds) return;
  state.triedAt = now;
  state.ledger.forward(1);
}

const tryMilliseconds = 60_000;

/** At the end of the feed the next event wakes the loop. */
function listen(state: SenderState): void {
  const { main, stopping } = state;
  if (!main.isAtEnd || state.isListening) return;
  state.isListening = true;
  void state.waitForEvents(main.readUpTo, stopping.signal).then(() => {
    state.isListening = false;
    main.look();
    wake(state);
  });
}

async function finishUnderWay(state: SenderState, signal: AbortSignal): Promise<void> {
  const stop = () => wake(state);
  signal.addEventListener('abort', stop);
  while (state.sending.size > 0 && !signal.aborted) {
    state.isWoken = false;
    await rest(state, state.clock.monotonic() + WEBHOOK_LOOK_MILLISECONDS);
  }
  signal.removeEventListener('abort', stop);
  if (state.hasEnded || state.ledger.isEmpty) return;
  await settle(state).catch((error) =>
    state.log.warn({ err: error }, 'what a webhook was sent last could not be written; it is sent again'),
  );
}
