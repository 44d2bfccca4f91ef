// The ledger of a sender: what it has done at its endpoint since it last wrote to the store. A part that could not be written is kept for
// the next time.
import type { Clock } from '../lib/clock.ts';
import { newWebhookId } from '../lib/ids.ts';
import { WEBHOOK_ANSWER_KEPT_BYTES } from '../limits.ts';
import type { AttemptedRow, NewDelivery, PendingEvent, Settlement } from '../store/ports/webhooks.ts';
import { WEBHOOK_LOG_STEP_ROWS, WEBHOOK_SETTLE_LOGGED } from '../tuning.ts';
import type { WebhookAnswer } from './request.ts';

export type Done = Omit<Settlement, 'after' | 'range' | 'isDown' | 'prunes'>;

/** An attempt that has ended. */
export interface Attempt {
  /** The attempts before it are counted in it. */
  readonly event: PendingEvent;
  /** Where it went. */
  readonly url: string;
  readonly answer: WebhookAnswer;
  /** Does a failure count against the endpoint? */
  readonly counts: boolean;
  /** The row that the event has or may have, since an earlier attempt failed or it is sent again; undefined for none. */
  readonly row: AttemptedRow | undefined;
  /** Until the next attempt; null where there is none. Of no meaning for a delivery. */
  readonly delayMilliseconds: number | null;
}

export interface Ledger {
  readonly isEmpty: boolean;
  add(attempt: Attempt): void;
  /** An event that waits for one of its player. A row that it has by now keeps its time. */
  setAside(event: PendingEvent): void;
  /** Events that the feed does not have any more. */
  addMissed(events: number, row?: number): void;
  forward(events: number): void;
  /** All events of these players are due at once. */
  retry(players: readonly number[]): void;
  /** Gives up the oldest events of a player that wait. */
  giveUp(sequentialId: number, events: number): void;
  /** Players of events that failed or wait, and are not written yet. */
  heldPlayers(): ReadonlySet<number>;
  /** Takes all. */
  take(): Done & { readonly prunes: boolean };
  /** Puts back what could not be written. */
  putBack(done: Done): void;
}

const nothing: Done = {
  missed: 0,
  hasDelivered: false,
  lastFailed: false,
  goneUrl: null,
  done: [],
  failed: [],
  log: [],
  forward: 0,
  retried: [],
  givenUp: null,
};

/** Each event stands in one of the lists, once: the later one decides about an event that both parts have. */
const join = (before: Done, after: Done): Done => ({
  missed: before.missed + after.missed,
  hasDelivered: before.hasDelivered || after.hasDelivered,
  lastFailed: after.lastFailed || (before.lastFailed && !after.hasDelivered),
  goneUrl: after.goneUrl ?? before.goneUrl,
  ...joinEvents(before, after),
  log: [...before.log, ...after.log],
  forward: Math.max(before.forward, after.forward),
  retried: [...new Set([...before.retried, ...after.retried])],
  givenUp: after.givenUp ?? before.givenUp,
});

function joinEvents(before: Done, after: Done): Pick<Done, 'done' | 'failed'> {
  const failed = new Map(before.failed.map((event) => [event.eventId, event]));
  const done = new Map(before.done.map((row) => [row.eventId, row]));
  for (const row of after.done) {
    failed.delete(row.eventId);
    done.set(row.eventId, row);
  }
  for (const event of after.failed) {
    done.delete(event.eventId);
    // An event of two tracks may fail in one and be set aside in the other. The pause after the failure holds.
    if (event.attempts > 0 || !failed.has(event.eventId)) failed.set(event.eventId, event);
  }
  return { done: [...done.values()], failed: [...failed.values()] };
}

export function createLedger(clock: Pick<Clock, 'now'>): Ledger {
  let own: Done = nothing;
  let isEmpty = true;
  let logged = 0;

  function put(part: Partial<Done>): void {
    own = join(own, { ...nothing, ...part });
    isEmpty = false;
  }

  return {
    get isEmpty() {
      return isEmpty;
    },
    add({ event, url, answer, counts, row, delayMilliseconds }) {
      const log = [toDelivery(event, answer, newWebhookId(clock))];
      if (answer.error === null) {
        put({ hasDelivered: true, log, ...(row && { done: [row] }) });
        // What the player's events have come to since is no reason any more.
        if (own.givenUp?.sequentialId === event.sequentialId) own = { ...own, givenUp: null };
      } else
        put({
          lastFailed: counts,
          goneUrl: answer.status === gone ? url : null,
          log,
          failed: [{ ...event, dueAt: row ? row.dueAt : 0, delayMilliseconds }],
        });
    },
    setAside: (event) => put({ failed: [{ ...event, dueAt: 0, delayMilliseconds: 0 }] }),
    addMissed: (missed, row) =>
      put({ missed, ...(row !== undefined && { done: [{ eventId: row, dueAt: null }] }) }),
    forward: (events) => put({ forward: events }),
    retry: (players) => put({ retried: players }),
    giveUp: (sequentialId, events) => put({ givenUp: { sequentialId, events } }),
    heldPlayers: () => new Set(own.failed.map(({ sequentialId }) => sequentialId)),
    take() {
      const taken = { ...own, log: shortened(own.log) };
      own = nothing;
      isEmpty = true;
      logged += taken.log.length;
      const isLong = logged >= WEBHOOK_LOG_STEP_ROWS;
      if (isLong) logged = 0;
      return { ...taken, prunes: isLong || taken.givenUp !== null };
    },
    putBack(done) {
      own = join(done, own);
      isEmpty = false;
    },
  };
}

const gone = 410;

const toDelivery = (
  { eventId, sequentialId, attempts: attempt }: PendingEvent,
  { status, error, milliseconds, answer }: WebhookAnswer,
  deliveryId: string,
): NewDelivery => ({
  ...{ deliveryId, eventId, sequentialId, attempt, status, error, milliseconds },
  answer: error === null && answer !== null ? answer.slice(0, WEBHOOK_ANSWER_KEPT_BYTES) : answer,
});

/** All failures, and of many deliveries the last ones. */
function shortened(log: readonly NewDelivery[]): readonly NewDelivery[] {
  let surplus = log.filter(({ error }) => error === null).length - WEBHOOK_SETTLE_LOGGED;
  return log.filter(({ error }) => {
    if (error !== null || surplus <= 0) return true;
    surplus -= 1;
    return false;
  });
}
