// Webhooks as rows, and the division of endpoints among processes, the same on both engines. Pure.
import { ageOf, holds } from '../../lib/clock-skew.ts';
import {
  WEBHOOK_FAILING_MAX_SECONDS,
  WEBHOOK_LEASE_SECONDS,
  WEBHOOK_ROTATION_SECONDS,
} from '../../limits.ts';
import type { AuditedAs } from '../ports/audit.ts';
import { type EventType, eventTypes, inTypeOrder } from '../ports/events.ts';
import type {
  DisablingReason,
  NewDelivery,
  Webhook,
  WebhookChange,
  WebhookFacts,
  WebhookLease,
} from '../ports/webhooks.ts';
import { type NewAuditRow, toAuditRow } from './audit.ts';

/** In milliseconds, for statements. */
export const leaseMilliseconds = WEBHOOK_LEASE_SECONDS * 1000;
export const rotationMilliseconds = WEBHOOK_ROTATION_SECONDS * 1000;
export const failingMilliseconds = WEBHOOK_FAILING_MAX_SECONDS * 1000;
/** A lease, and a sign of life, is renewed when this much of its time has passed. */
const renewalMilliseconds = leaseMilliseconds / 3;

export interface WebhookRow {
  readonly webhookId: string;
  readonly url: string;
  readonly types: string;
  readonly isOrdered: boolean | number;
  readonly isEnabled: boolean | number;
  readonly createdAt: number;
  readonly secret: string;
  readonly signingKey: string | null;
  readonly formerSecret: string | null;
  readonly formerSigningKey: string | null;
  readonly formerUntil: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: string | null;
  readonly failingSince: number | null;
  readonly sentAfter: number;
  readonly rangeAfter: number | null;
  readonly rangeUntil: number | null;
  readonly missedEvents: number;
}

export interface WebhookFactsRow extends WebhookRow {
  readonly pending: number;
  readonly givenUp: number;
}

export interface LeaseRow extends WebhookRow {
  readonly holder: string | null;
  readonly leaseUntil: number;
  readonly leaseNumber: number;
}

/** Types are one text with spaces between them. One that only a later version knows is left out. */
export const formatTypes = (types: readonly EventType[]): string => inTypeOrder(types).join(' ');

function parseTypes(text: string): readonly EventType[] {
  const names = text.split(' ');
  return eventTypes.filter((type) => names.includes(type));
}

export const toWebhook = (row: WebhookRow): Webhook => ({
  webhookId: row.webhookId,
  url: row.url,
  types: parseTypes(row.types),
  ordered: Boolean(row.isOrdered),
  enabled: Boolean(row.isEnabled),
  createdAt: row.createdAt,
  keys: { secret: row.secret, signingKey: row.signingKey },
  former:
    row.formerSecret === null || row.formerUntil === null
      ? null
      : { keys: { secret: row.formerSecret, signingKey: row.formerSigningKey }, until: row.formerUntil },
  disabledAt: row.disabledAt,
  disabledReason: row.disabledReason as DisablingReason | null,
  failingSince: row.failingSince,
  after: row.sentAfter,
  range:
    row.rangeAfter === null || row.rangeUntil === null
      ? null
      : { after: row.rangeAfter, until: row.rangeUntil },
  missed: row.missedEvents,
});

export const toWebhookFacts = (row: WebhookFactsRow): WebhookFacts => ({
  ...toWebhook(row),
  pending: row.pending,
  givenUp: row.givenUp,
});

const isHeld = ({ leaseUntil }: LeaseRow, now: number): boolean => holds(leaseUntil, now, leaseMilliseconds);

/** Does a process live that gave a sign of life then? */
export const isAlive = (seenAt: number, now: number): boolean => ageOf(seenAt, now) < leaseMilliseconds;

/** The values of a change for a statement: null for what stays. */
export const changeOf = ({ url, types, ordered, enabled }: WebhookChange) => ({
  url: url ?? null,
  types: types === undefined ? null : formatTypes(types),
  isOrdered: ordered ?? null,
  isEnabled: enabled ?? null,
});

/** The audit entry of a change to an endpoint. It is about no player. */
export const toWebhookAuditRow = (
  audited: AuditedAs,
  webhookId: string,
  facts: Readonly<Record<string, unknown>> = {},
): NewAuditRow => toAuditRow(audited, null, { webhookId, ...facts });

/** PostgreSQL stores no U+0000 in a text. */
export const storedAnswer = ({ answer }: Pick<NewDelivery, 'answer'>): string | null =>
  answer === null ? null : answer.replaceAll('\u0000', '\ufffd').toWellFormed();

export interface LeasePlan {
  readonly take: readonly string[];
  readonly drop: readonly string[];
}

/**
 * Which leases a process takes or renews, and of which it lets go. Each process has at most its share of the endpoints.
 * @param list all enabled endpoints
 * @param senders the processes that live, the own one included
 */
export function planLeases(
  list: readonly LeaseRow[],
  holder: string,
  { senders, now }: { readonly senders: number; readonly now: number },
): LeasePlan {
  const share = Math.ceil(list.length / Math.max(senders, 1));
  const own = list.filter((row) => row.holder === holder);
  const free = list.filter((row) => row.holder !== holder && (row.holder === null || !isHeld(row, now)));
  const kept = own.slice(0, share);
  return {
    take: [...kept, ...free.slice(0, Math.max(share - kept.length, 0))].map(({ webhookId }) => webhookId),
    drop: own.slice(share).map(({ webhookId }) => webhookId),
  };
}

/** Is there nothing to write yet? Then a look costs a read alone. */
export function isPlanned(
  list: readonly LeaseRow[],
  holder: string,
  {
    seenAt,
    senders,
    now,
  }: { readonly seenAt: number | null; readonly senders: number; readonly now: number },
): boolean {
  if (seenAt === null || seenAt + renewalMilliseconds <= now) return false;
  const { take, drop } = planLeases(list, holder, { senders, now });
  const held = new Set(list.filter((row) => row.holder === holder).map(({ webhookId }) => webhookId));
  return drop.length === 0 && take.every((webhookId) => held.has(webhookId));
}

/** The leases of a process that hold at this time. */
export const leasesOf = (list: readonly LeaseRow[], holder: string, now: number): readonly WebhookLease[] =>
  list
    .filter((row) => row.holder === holder && isHeld(row, now))
    .map((row) => ({
      webhook: toWebhook(row),
      leaseNumber: row.leaseNumber,
      leftMilliseconds: row.leaseUntil - now,
    }));
