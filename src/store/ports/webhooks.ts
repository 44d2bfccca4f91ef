// The port for webhooks: the endpoints of a studio that events are sent to, how far each has got in the feed, the events that failed
// there, and the log of attempts. One process at a time sends to an endpoint, by a lease with a fencing number: what a process writes
// that has lost the lease changes nothing. A backlog stays in the feed; failures alone have rows. Times are milliseconds since the Unix
// epoch, by the clock of the store.
import type { AuditedAs } from './audit.ts';
import type { EventType } from './events.ts';

export const webhookStates = ['active', 'failing', 'disabled'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** The reasons for which the service itself disables an endpoint: five days of failure alone, or an answer 410. */
export const disablingReasons = ['failures', 'gone'] as const;
export type DisablingReason = (typeof disablingReasons)[number];

/** The keys that sign. They are stored as they are, since signing needs them. */
export interface WebhookKeys {
  /** `whsec_` and the secret of HMAC in base64. */
  readonly secret: string;
  /** `whsk_` and the private ed25519 key in base64; null for an endpoint without one. */
  readonly signingKey: string | null;
}

export interface WebhookSettings {
  readonly url: string;
  /** The types that are sent, at least one. */
  readonly types: readonly EventType[];
  /** Does an event wait for those of its player before it? */
  readonly ordered: boolean;
  readonly enabled: boolean;
}

export interface Webhook extends WebhookSettings {
  /** A UUIDv7. */
  readonly webhookId: string;
  readonly createdAt: number;
  readonly keys: WebhookKeys;
  /** The keys of before the last rotation, and until when they sign; null where there was none. */
  readonly former: { readonly keys: WebhookKeys; readonly until: number } | null;
  readonly disabledAt: number | null;
  /** Null for an endpoint that a caller disabled. */
  readonly disabledReason: DisablingReason | null;
  /** The first failure since the last success; null for none. */
  readonly failingSince: number | null;
  /** The id up to which events were taken from the feed: each is delivered, or has a row of its own. 0 before the first event. */
  readonly after: number;
  /** A range that is sent again: what is left of it. */
  readonly range: WebhookRange | null;
  /** Events that were not delivered before the feed or the bound on failures let go of them. Of those that fell out of the feed before
   * they were read, every type counts. */
  readonly missed: number;
}

export interface WebhookRange {
  readonly after: number;
  /** Inclusive. */
  readonly until: number;
}

export interface WebhookFacts extends Webhook {
  /** Events that failed and are tried again, or wait for one of their player. */
  readonly pending: number;
  /** Events that were given up after their last attempt. */
  readonly givenUp: number;
}

export interface NewWebhook extends WebhookSettings {
  readonly webhookId: string;
  readonly keys: WebhookKeys;
  readonly after: number;
}

/** An event that failed, or waits for one of its player. */
export interface PendingEvent {
  readonly eventId: number;
  readonly sequentialId: number;
  /** The attempts so far; 0 for an event that waits, or is to be sent again. */
  readonly attempts: number;
}

export interface ScheduledEvent extends PendingEvent {
  readonly dueInMilliseconds: number;
  /** By the clock of the store. A redelivery that is asked for during the attempt makes the event due at another time. */
  readonly dueAt: number;
}

/** The row of an event whose attempt has ended. */
export interface AttemptedRow {
  readonly eventId: number;
  /**
   * When it was due as it was listed. A row that is due at another time by now was asked for again, and stays as it is. Null for any row; 0
   * for an event without one, where a row that waits stays nevertheless, and one that was given up begins anew.
   */
  readonly dueAt: number | null;
}

/** One attempt. */
export interface WebhookDelivery {
  /** A UUIDv7. */
  readonly deliveryId: string;
  /** Null for a test. */
  readonly eventId: number | null;
  /** Null for a test. */
  readonly sequentialId: number | null;
  readonly at: number;
  /** From 1 upward. */
  readonly attempt: number;
  /** Null where no answer came in time. */
  readonly status: number | null;
  /** Null for a delivery that succeeded. */
  readonly error: string | null;
  readonly milliseconds: number;
  /** The beginning of the answer; null for none, and for an event of a player who does not exist any more. */
  readonly answer: string | null;
}

export type NewDelivery = Omit<WebhookDelivery, 'at'>;

export interface DeliveryQuery {
  readonly failedAlone: boolean;
  /** The attempts for events of one player alone. */
  readonly sequentialId?: number;
  readonly limit: number;
  /** The page begins with the next older attempt. */
  readonly after?: string;
}

/** The lease of an endpoint. */
export interface WebhookLease {
  readonly webhook: Webhook;
  /** Grows with each change of the holder. */
  readonly leaseNumber: number;
  /** How long it holds after the look. */
  readonly leftMilliseconds: number;
}

/** All that a sender has done since it last wrote, in one commit. */
export interface Settlement {
  /** How far it has got in the feed. */
  readonly after: number;
  /**
   * How far it has got in the range that is sent again; null when it has ended, undefined where there is none. A range with another end was
   * asked for meanwhile, and stays.
   */
  readonly range: { readonly after: number | null; readonly until: number } | undefined;
  readonly missed: number;
  /** Has anything been delivered, and has the last attempt failed, in a way that counts against the endpoint? */
  readonly hasDelivered: boolean;
  readonly lastFailed: boolean;
  /** Have events of different players failed since the last delivery? Only then is the endpoint disabled after a long time. */
  readonly isDown: boolean;
  /** The URL that answered 410; null for none. It disables an endpoint that still has this URL. */
  readonly goneUrl: string | null;
  /** Events whose rows go: delivered, or not in the feed any more. */
  readonly done: readonly AttemptedRow[];
  /** Events that failed or wait; null instead of a delay for one that is given up. */
  readonly failed: readonly (PendingEvent & AttemptedRow & { readonly delayMilliseconds: number | null })[];
  readonly log: readonly NewDelivery[];
  /** So many of the events that wait for another attempt are due at once, those first that are due soonest. */
  readonly forward: number;
  /** The players whose events that wait are all due at once. */
  readonly retried: readonly number[];
  /** A player of whose events that wait so many of the oldest are given up. */
  readonly givenUp: { readonly sequentialId: number; readonly events: number } | null;
  /** Deletes what is past the bounds of the log and of given up events. */
  readonly prunes: boolean;
}

export interface PendingQuery {
  readonly limit: number;
  /** The players whose events are left out. */
  readonly except: readonly number[];
  /** Events whose attempts have ended, and whose rows tell nothing of it yet. They are left out, and hold nothing back. */
  readonly ended: readonly number[];
}

/** The events of a player that wait for an attempt. */
export interface PlayerQueue {
  readonly sequentialId: number;
  readonly events: number;
  /** The attempts at the first of them. */
  readonly attempts: number;
}

export type WebhookChange = Partial<WebhookSettings>;

export type Redelivery =
  | { readonly events: readonly Pick<PendingEvent, 'eventId' | 'sequentialId'>[] }
  | { readonly range: WebhookRange }
  /** The events that failed first at this time or later, and were not delivered since. */
  | { readonly failedSince: number };

export interface WebhookStore {
  /** @returns `'too-many'` while there are `WEBHOOKS_MAX` */
  create(webhook: NewWebhook, audited: AuditedAs): Promise<WebhookFacts | 'too-many'>;
  /** All endpoints, the oldest first. */
  list(): Promise<readonly WebhookFacts[]>;
  find(webhookId: string): Promise<WebhookFacts | undefined>;
  /** Enabling an endpoint that failed begins a new time of failures. */
  update(webhookId: string, change: WebhookChange, audited: AuditedAs): Promise<WebhookFacts | undefined>;
  /** Gives new keys. The former ones sign beside them for `WEBHOOK_ROTATION_SECONDS`. */
  rotate(webhookId: string, keys: WebhookKeys, audited: AuditedAs): Promise<WebhookFacts | undefined>;
  /** Deletes an endpoint with all that belongs to it. */
  delete(webhookId: string, audited: AuditedAs): Promise<boolean>;
  /**
   * Has events sent again, from their first attempt on. The store adds their number to the audit, where it knows it.
   * @returns the number of events, for a range that of its ids; undefined for no such endpoint; `'busy'` for a range while another one
   * is under way
   */
  redeliver(webhookId: string, what: Redelivery, audited: AuditedAs): Promise<number | 'busy' | undefined>;
  /** Attempts, newest first. */
  listDeliveries(webhookId: string, query: DeliveryQuery): Promise<readonly WebhookDelivery[]>;
  /** Logs an attempt outside of the feed: a test. It keeps the bound of the log. Without such an endpoint it does nothing. */
  noteDelivery(webhookId: string, delivery: NewDelivery): Promise<void>;

  /**
   * Renews the leases of a process, takes its share of those that are free, and lets go of what it has beyond its share. It writes only
   * when it is time.
   * @returns the endpoints that it holds
   */
  claim(holder: string): Promise<readonly WebhookLease[]>;
  /** Lets go of all leases of a process that ends. */
  release(holder: string): Promise<void>;
  /** @returns the endpoint as it is now; undefined, and nothing is written, for a lease that has been lost */
  settle(webhookId: string, leaseNumber: number, settlement: Settlement): Promise<Webhook | undefined>;
  /**
   * The events that wait for an attempt, those that are due soonest first, and how many wait in all. Of an ordered endpoint only the
   * first of each player, and none behind its place: what was asked for before it came by itself waits for those before it.
   */
  listPending(
    webhook: Pick<Webhook, 'webhookId' | 'ordered' | 'after'>,
    query: PendingQuery,
  ): Promise<{ readonly events: readonly ScheduledEvent[]; readonly pending: number }>;
  /** Of these players the one with the most events that wait for an attempt; undefined where none has any. */
  findLongestQueue(webhookId: string, sequentialIds: readonly number[]): Promise<PlayerQueue | undefined>;
  /** Which of these players have an event that waits for an attempt. */
  findHeld(webhookId: string, sequentialIds: readonly number[]): Promise<readonly number[]>;

  /**
   * Deletes given up events before an id, and counts them as missed. Takes answers about players who were erased out of the log. It goes
   * in steps, and an abort ends it after one.
   */
  forget(oldestEventId: number, signal: AbortSignal): Promise<void>;
}
