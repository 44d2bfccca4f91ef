// A test of an endpoint: one request outside of the feed, whose outcome is the answer.
import { tooBusy } from '../errors/refusals.ts';
import type { Clock } from '../lib/clock.ts';
import { toTimestamp } from '../lib/clock.ts';
import { newWebhookId } from '../lib/ids.ts';
import { WEBHOOK_TESTS_MAX } from '../limits.ts';
import type { NewDelivery, WebhookDelivery, WebhookFacts, WebhookStore } from '../store/ports/webhooks.ts';
import { messageId, toRequest } from './message.ts';
import type { Send } from './request.ts';

/** @throws ApiError `serviceUnavailable` while others are under way */
export type TestWebhook = (store: WebhookStore, webhook: WebhookFacts) => Promise<WebhookDelivery>;

export function createWebhookTest(send: Send, clock: Clock): TestWebhook {
  let underWay = 0;

  async function test(store: WebhookStore, webhook: WebhookFacts): Promise<WebhookDelivery> {
    const { webhookId } = webhook;
    const at = clock.now();
    const deliveryId = newWebhookId(clock);
    const data = JSON.stringify({ webhookId, at: toTimestamp(at) });
    const message = { id: messageId(webhookId, deliveryId), type: 'webhook.test', at, data };
    const { status, error, milliseconds, answer } = await send(toRequest(webhook, message, at));
    const facts = { deliveryId, eventId: null, sequentialId: null, attempt: 1 };
    const delivery: NewDelivery = { ...facts, status, error, milliseconds, answer };
    await store.noteDelivery(webhookId, delivery);
    return { ...delivery, at: clock.now() };
  }

  return async (store, webhook) => {
    if (underWay >= WEBHOOK_TESTS_MAX) throw tooBusy('webhookTests');
    underWay += 1;
    try {
      return await test(store, webhook);
    } finally {
      underWay -= 1;
    }
  };
}
