// Rules of webhooks: what an endpoint may be, and what is sent again. The server API and the command line share them.
import { ApiError } from '../errors/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { isWebhookId, newWebhookId, parseEventId } from '../lib/ids.ts';
import { quoted } from '../lib/quoted.ts';
import { WEBHOOKS_MAX } from '../limits.ts';
import type { AuditAction, Author } from '../store/ports/audit.ts';
import { type EventStore, eventGroups, inTypeOrder } from '../store/ports/events.ts';
import type {
  Redelivery,
  WebhookChange,
  WebhookFacts,
  WebhookSettings,
  WebhookState,
  WebhookStore,
} from '../store/ports/webhooks.ts';
import { newWebhookKeys } from './signatures.ts';
import { type TargetRules, urlProblem } from './target.ts';

export interface WebhookContext {
  readonly store: { readonly webhooks: WebhookStore; readonly events: Pick<EventStore, 'page' | 'newest'> };
  readonly clock: Clock;
  readonly targetRules: TargetRules;
  readonly author: Author;
}

export interface CreatedKeys {
  readonly webhook: WebhookFacts;
  /** Shown this once. */
  readonly secret: string;
}

/** The sentence where no events are told. */
export const noWebhooks = `no events are told, so there are no webhooks; set EVENTS to some of ${eventGroups.join(', ')}`;

const invalid = (detail: string): ApiError => new ApiError('invalidRequest', { detail });
export const noSuchWebhook = (): ApiError =>
  new ApiError('notFound', { detail: 'there is no webhook with this id' });

const auditedBy = ({ author }: WebhookContext, action: AuditAction, detail?: Record<string, unknown>) => ({
  ...{ author, action },
  ...(detail && { detail }),
});

/**
 * The settings as they are stored: the URL as the parser writes it, in ASCII, and the types in the order of all lists.
 * @throws ApiError `invalidRequest` for a URL that is not allowed
 */
function toStored<T extends WebhookChange>({ targetRules }: WebhookContext, wanted: T): T {
  const stored = { ...wanted, ...(wanted.types && { types: inTypeOrder(wanted.types) }) };
  if (wanted.url === undefined) return stored;
  const problem = urlProblem(wanted.url, targetRules);
  if (problem !== undefined) throw invalid(`url ${problem}`);
  return { ...stored, url: new URL(wanted.url).href };
}

/** The audit has the host alone, since a whole URL may hold a secret. */
const hostFacts = ({ url }: { readonly url?: string }) => url !== undefined && { host: new URL(url).host };

/**
 * Makes an endpoint, which gets the events from now on.
 * @throws ApiError `invalidRequest` for a URL that is not allowed, and while there are too many endpoints
 */
export async function createWebhook(
  context: WebhookContext,
  { hasKeyPair, ...wanted }: WebhookSettings & { readonly hasKeyPair: boolean },
): Promise<CreatedKeys> {
  const settings = toStored(context, wanted);
  const { store, clock } = context;
  const keys = newWebhookKeys(hasKeyPair);
  const webhookId = newWebhookId(clock);
  const after = (await store.events.newest()) ?? 0;
  const { types, ordered, enabled } = settings;
  const audited = auditedBy(context, 'webhook.create', { types, ordered, enabled, ...hostFacts(settings) });
  const webhook = await store.webhooks.create({ ...settings, webhookId, keys, after }, audited);
  if (webhook === 'too-many') throw invalid(`there are ${WEBHOOKS_MAX} webhooks; delete some`);
  return { webhook, secret: keys.secret };
}

/** @throws ApiError `notFound` */
export async function findWebhook(
  { store }: Pick<WebhookContext, 'store'>,
  webhookId: string,
): Promise<WebhookFacts> {
  const webhook = isWebhookId(webhookId) ? await store.webhooks.find(webhookId) : undefined;
  if (!webhook) throw noSuchWebhook();
  return webhook;
}

/** Changes settings. One that changes nothing leaves no trace. @throws ApiError `invalidRequest`, `notFound` */
export async function updateWebhook(
  context: WebhookContext,
  webhookId: string,
  wanted: WebhookChange,
): Promise<WebhookFacts> {
  const change = toStored(context, wanted);
  const before = await findWebhook(context, webhookId);
  const changed = (Object.keys(change) as (keyof WebhookChange)[]).filter(
    (name) => change[name] !== undefined && String(change[name]) !== String(before[name]),
  );
  if (changed.length === 0) return before;
  const audited = auditedBy(context, 'webhook.update', {
    changed,
    ...(changed.includes('url') && hostFacts(change)),
  });
  const webhook = await context.store.webhooks.update(webhookId, change, audited);
  if (!webhook) throw noSuchWebhook();
  return webhook;
}

/** @param hasKeyPair undefined for as before. @throws ApiError `notFound` */
export async function rotateWebhook(
  context: WebhookContext,
  webhookId: string,
  hasKeyPair: boolean | undefined,
): Promise<CreatedKeys> {
  const before = await findWebhook(context, webhookId);
  const keys = newWebhookKeys(hasKeyPair ?? before.keys.signingKey !== null);
  const audited = auditedBy(context, 'webhook.rotate');
  const webhook = await context.store.webhooks.rotate(webhookId, keys, audited);
  if (!webhook) throw noSuchWebhook();
  return { webhook, secret: keys.secret };
}

/** @throws ApiError `notFound` */
export async function deleteWebhook(context: WebhookContext, webhookId: string): Promise<void> {
  await findWebhook(context, webhookId);
  const audited = auditedBy(context, 'webhook.delete');
  if (!(await context.store.webhooks.delete(webhookId, audited))) throw noSuchWebhook();
}

export type WantedRedelivery =
  | { readonly eventIds: readonly string[] }
  | { readonly from: string; readonly to: string }
  /** In milliseconds since the Unix epoch. */
  | { readonly failedSince: number };

/** @returns the number of events. @throws ApiError `invalidRequest`, `notFound` */
export async function redeliver(
  context: WebhookContext,
  webhookId: string,
  wanted: WantedRedelivery,
): Promise<number> {
  await findWebhook(context, webhookId);
  const what = await findEvents(context, wanted);
  const kind = 'events' in what ? 'events' : 'range' in what ? 'range' : 'failed';
  const audited = auditedBy(context, 'webhook.redeliver', { kind });
  const events = await context.store.webhooks.redeliver(webhookId, what, audited);
  if (events === undefined) throw noSuchWebhook();
  if (events === 'busy') throw invalid('another range is being sent again; wait for its end');
  return events;
}

async function findEvents(context: WebhookContext, wanted: WantedRedelivery): Promise<Redelivery> {
  if ('failedSince' in wanted) return wanted;
  if ('from' in wanted) return { range: await readRange(context, wanted) };
  const events = [];
  for (const eventId of new Set(wanted.eventIds)) events.push(await findEvent(context, eventId));
  return { events };
}

async function findEvent({ store }: WebhookContext, text: string) {
  const eventId = readEventId(text);
  const page = await store.events.page(eventId - 1, { limit: 1 });
  const [event] = page === 'ahead' || 'oldestEventId' in page ? [] : page.events;
  if (event?.eventId !== eventId) throw invalid(`there is no event ${quoted(text)} in the feed`);
  return event;
}

/** The part of a range that is in the feed. */
async function readRange(
  { store }: WebhookContext,
  { from, to }: { readonly from: string; readonly to: string },
) {
  const [first, last] = [readEventId(from), readEventId(to)];
  const newest = (await store.events.newest()) ?? 0;
  const page = await store.events.page(first - 1, { limit: 1 });
  if (page !== 'ahead' && 'oldestEventId' in page)
    throw invalid(`the feed begins with ${page.oldestEventId}; from must not be before it`);
  if (first > last || first > newest) throw invalid('from must be an event, and not after to');
  return { after: first - 1, until: Math.min(last, newest) };
}

function readEventId(text: string): number {
  const eventId = parseEventId(text);
  // No event has the id 0, the place before all.
  if (eventId === undefined || eventId === 0) throw invalid(`${quoted(text)} is no event id`);
  return eventId;
}

export const stateOf = ({
  enabled,
  failingSince,
}: Pick<WebhookFacts, 'enabled' | 'failingSince'>): WebhookState => {
  if (!enabled) return 'disabled';
  return failingSince === null ? 'active' : 'failing';
};
