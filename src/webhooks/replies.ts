// Webhooks as answers have them.
import type { Server } from '../auth/principals.ts';
import { toTimestamp } from '../lib/clock.ts';
import { formatEventId } from '../lib/ids.ts';
import type { WebhookDelivery, WebhookFacts } from '../store/ports/webhooks.ts';
import type { WebhookDeliveryShape, WebhookShape } from '../wire/webhooks.ts';
import { verifyingKeyOf } from './signatures.ts';
import { stateOf } from './webhooks.ts';

const timeOf = (time: number | null): string | null => (time === null ? null : toTimestamp(time));

/** Without the secret. @param now milliseconds since the Unix epoch */
export const webhookShapeOf = (webhook: WebhookFacts, now: number): WebhookShape => {
  const { keys, former, range, after } = webhook;
  return {
    webhookId: webhook.webhookId,
    url: webhook.url,
    types: [...webhook.types],
    ordered: webhook.ordered,
    enabled: webhook.enabled,
    createdAt: toTimestamp(webhook.createdAt),
    state: stateOf(webhook),
    publicKey: keys.signingKey === null ? null : verifyingKeyOf(keys.signingKey),
    formerKeysUntil: former && former.until > now ? toTimestamp(former.until) : null,
    failingSince: timeOf(webhook.failingSince),
    disabledAt: timeOf(webhook.disabledAt),
    disabledReason: webhook.disabledReason,
    lastEventId: after === 0 ? null : formatEventId(after),
    redeliveringTo: range && formatEventId(range.until),
    pendingEvents: webhook.pending,
    failedEvents: webhook.givenUp,
    missedEvents: webhook.missed,
  };
};

/** What answered an event may repeat it, so the answer is for keys that may read events. A test has no event in it. */
export const deliveryShapeOf = (
  delivery: WebhookDelivery,
  { scopes }: Pick<Server, 'scopes'>,
): WebhookDeliveryShape => ({
  deliveryId: delivery.deliveryId,
  eventId: delivery.eventId === null ? null : formatEventId(delivery.eventId),
  at: toTimestamp(delivery.at),
  attempt: delivery.attempt,
  status: delivery.status,
  error: delivery.error,
  milliseconds: delivery.milliseconds,
  answer: delivery.eventId === null || scopes.includes('events:read') ? delivery.answer : null,
});
