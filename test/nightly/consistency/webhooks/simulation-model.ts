// The promises about an endpoint, whatever happens to its senders, their store and its receiver. It is held against each attempt when it
// begins, and against all of them at the end.
import type { Webhook } from '../../../../src/store/ports/webhooks.ts';
import { attemptsMax } from '../../../../src/webhooks/schedule.ts';
import type { SimulatedAttempt } from './simulation-world.ts';

/** The type that the endpoint always has. Of others only those that it never had are judged. */
export const constantType = 'metadata.changed';

export interface SimulatedEvent {
  readonly eventId: number;
  readonly sequentialId: number;
  readonly type: string;
}

export interface Model {
  /** Sentences about what was broken. */
  readonly broken: string[];
  /** @param isOrdered was the endpoint ordered all the time? */
  begin(
    attempt: SimulatedAttempt,
    facts: { readonly isOrdered: boolean; readonly goneUpTo: number; readonly event: SimulatedEvent },
  ): void;
  /** The endpoint has another URL, for which the pauses of the former one do not hold. */
  moved(): void;
  /** A redelivery of events is acknowledged; they are to be answered after a time. */
  askedAgain(eventIds: readonly number[], at: number): void;
  /** After a run without handovers and redeliveries: each event was tried by the schedule. */
  endOfCalm(): void;
  /** All has settled. */
  end(facts: EndFacts): void;
}

export interface EndFacts {
  readonly webhook: Webhook;
  /** All events since the endpoint was made. */
  readonly events: readonly SimulatedEvent[];
  /** Those up to this id are not in the feed any more. */
  readonly goneUpTo: number;
  readonly everHad: ReadonlySet<string>;
  readonly mayCountTwice: boolean;
}

export function createModel(webhookId: string): Model {
  const byEvent = new Map<number, SimulatedAttempt[]>();
  const known = new Map<number, SimulatedEvent[]>();
  const asked = new Map<number, number>();
  const broken: string[] = [];
  const attempts: SimulatedAttempt[] = [];
  let hasMoved = false;
  const of = (eventId: number): readonly SimulatedAttempt[] => byEvent.get(eventId) ?? [];

  /** Does an event keep the younger ones of its player from this process? */
  function holdsBack({ eventId }: SimulatedEvent, { process }: SimulatedAttempt): boolean {
    const own = of(eventId);
    const last = own.at(-1);
    if (!last) return false;
    if (own.filter(({ ended }) => ended && !ended.isDelivered).length >= attemptsMax) return false;
    if (last.ended?.isDelivered) return false;
    const hasArrived = own.some(({ ended }) => ended?.isDelivered);
    // An event that was sent again, and failed at a sender that has lost the lease, is sent again by the next one in its time.
    return !hasArrived || (last.process === process && last.at >= process.sendsSince);
  }

  function judgeOrder(attempt: SimulatedAttempt, event: SimulatedEvent, goneUpTo: number): void {
    const older = (known.get(event.sequentialId) ?? []).filter(
      ({ eventId }) => eventId > goneUpTo && eventId < event.eventId,
    );
    const holding = older.find((each) => holdsBack(each, attempt));
    if (holding)
      broken.push(
        `event ${event.eventId} was sent at ${attempt.at} while ${holding.eventId} of its player is not delivered`,
      );
    const isLate = (known.get(event.sequentialId) ?? []).some(({ eventId }) => eventId > event.eventId);
    if (isLate && of(event.eventId).length === 0)
      broken.push(`event ${event.eventId} first came at ${attempt.at}, after younger ones of its player`);
  }

  /** An endpoint that asks for a pause gets it from the process that heard this. */
  function judgePause(attempt: SimulatedAttempt): void {
    for (const { process, url, at, ended } of attempts) {
      if (!ended || process !== attempt.process || url !== attempt.url) continue;
      if (at < process.sendsSince) continue;
      const { status, retryAfter } = ended.answer;
      if ((status !== 429 && status !== 503) || retryAfter === undefined) continue;
      if (ended.at < attempt.at && attempt.at < ended.at + Number(retryAfter) * 1_000)
        broken.push(
          `event ${attempt.eventId} came at ${attempt.at}; the endpoint asked for ${retryAfter} s at ${ended.at}`,
        );
    }
  }

  return {
    broken,
    begin(attempt, { isOrdered, goneUpTo, event }) {
      if (attempt.id !== `${webhookId}_${event.eventId}`)
        broken.push(`event ${event.eventId} has the id ${attempt.id}`);
      if (!hasMoved) judgePause(attempt);
      if (event.type === constantType) {
        if (isOrdered) judgeOrder(attempt, event, goneUpTo);
        const own = known.get(event.sequentialId) ?? [];
        if (!own.includes(event)) known.set(event.sequentialId, [...own, event]);
      }
      byEvent.set(event.eventId, [...of(event.eventId), attempt]);
      attempts.push(attempt);
    },
    moved() {
      hasMoved = true;
    },
    askedAgain(eventIds, at) {
      for (const eventId of eventIds) asked.set(eventId, at);
    },
    endOfCalm() {
      for (const [eventId, own] of byEvent) {
        if (own.length > attemptsMax) broken.push(`event ${eventId} was tried ${own.length} times`);
        const isTwice = own.some(({ ended }, at) => ended?.isDelivered && at < own.length - 1);
        if (isTwice) broken.push(`event ${eventId} came again after its delivery`);
      }
    },
    end({ webhook, events, goneUpTo, everHad, mayCountTwice }) {
      const due = events.filter(({ type }) => type === constantType);
      const missing = due.filter(({ eventId }) => !of(eventId).some(({ ended }) => ended?.isDelivered));
      const lost = missing.filter(({ eventId }) => eventId > goneUpTo);
      if (lost.length > 0) broken.push(`never delivered: ${lost.map(({ eventId }) => eventId)}`);
      if (missing.length > webhook.missed)
        broken.push(`${missing.length} events are missing, and ${webhook.missed} are counted`);
      if (webhook.missed > goneUpTo && !mayCountTwice)
        broken.push(`${webhook.missed} are counted as missed, and ${goneUpTo} are gone`);
      if (goneUpTo === 0 && webhook.missed > 0)
        broken.push(`${webhook.missed} are counted as missed, and none is`);
      for (const { eventId, type } of events)
        if (!everHad.has(type) && of(eventId).length > 0)
          broken.push(`event ${eventId} is of the type ${type}`);
      for (const [eventId, at] of asked)
        if (eventId > goneUpTo && !of(eventId).some(({ ended }) => ended?.isDelivered && ended.at >= at))
          broken.push(`event ${eventId} was to be sent again at ${at}, and was not`);
    },
  };
}
