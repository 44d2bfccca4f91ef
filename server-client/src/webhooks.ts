// Webhooks: the endpoints that events are sent to.
import type { Requests } from './requests.ts';
import type { OperationOf, QueryOf, Schema } from './schema.ts';
import type { CallOptions } from './transport.ts';

export type Webhook = Schema<'Webhook'>;
export type WebhookDelivery = Schema<'WebhookDelivery'>;
type DeliveriesPath = '/api/server/webhooks/{webhookId}/deliveries';
type DeliveryFilters = Omit<QueryOf<OperationOf<DeliveriesPath, 'GET'>>, 'after'>;

export interface Webhooks {
  list(options?: CallOptions): Promise<readonly Webhook[]>;
  get(webhookId: string, options?: CallOptions): Promise<Webhook>;
  /** Makes an endpoint; its `secret` is shown this once. It is not repeated after a lost answer: delete that endpoint then. */
  create(webhook: Schema<'CreateWebhookBody'>, options?: CallOptions): Promise<Schema<'CreatedWebhook'>>;
  /** Changes the members that are given. */
  update(webhookId: string, change: Schema<'UpdateWebhookBody'>, options?: CallOptions): Promise<Webhook>;
  /** Makes a new secret, which is shown this once. The former one signs too for 24 hours. */
  rotate(webhookId: string, options?: CallOptions): Promise<Schema<'CreatedWebhook'>>;
  delete(webhookId: string, options?: CallOptions): Promise<void>;
  /** Sends a test, which takes up to 15 seconds. */
  test(webhookId: string, options?: CallOptions): Promise<WebhookDelivery>;
  /** The log of attempts, newest first. */
  deliveries(
    webhookId: string,
    filters?: DeliveryFilters,
    options?: CallOptions,
  ): AsyncGenerator<WebhookDelivery, void, undefined>;
  /** Has events sent again. @returns how many */
  redeliver(webhookId: string, what: Schema<'RedeliverBody'>, options?: CallOptions): Promise<number>;
}

const all = '/api/server/webhooks';
const one = `${all}/{webhookId}` as const;

export function createWebhooks({ request }: Requests): Webhooks {
  async function* deliveries(webhookId: string, filters: DeliveryFilters = {}, call: CallOptions = {}) {
    for (let after: string | undefined; ; ) {
      const query = after === undefined ? filters : { ...filters, after };
      const { data } = await request('GET', `${one}/deliveries`, { ...call, path: { webhookId }, query });
      yield* data.deliveries;
      if (data.lastDeliveryId === null) return;
      after = data.lastDeliveryId;
    }
  }

  return {
    list: async (call) => (await request('GET', all, call)).data.webhooks,
    get: async (webhookId, call) => (await request('GET', one, { ...call, path: { webhookId } })).data,
    create: async (body, call) => (await request('POST', all, { ...call, body })).data,
    update: async (webhookId, body, call) =>
      (await request('PATCH', one, { ...call, path: { webhookId }, body, isRepeatable: true })).data,
    rotate: async (webhookId, call) =>
      (await request('POST', `${one}/rotate`, { ...call, path: { webhookId } })).data,
    async delete(webhookId, call) {
      await request('DELETE', one, { ...call, path: { webhookId } });
    },
    test: async (webhookId, call) =>
      (await request('POST', `${one}/test`, { ...call, path: { webhookId } })).data,
    deliveries,
    redeliver: async (webhookId, body, call) =>
      (await request('POST', `${one}/redeliver`, { ...call, path: { webhookId }, body })).data.events,
  };
}
