// The log of attempts at a webhook, page by page.
import { api, dataOf } from '../../api/client.ts';
import type { components } from '../../api/schema.ts';
import { type Pages, usePages } from '../../hooks/use-pages.ts';

export type Delivery = components['schemas']['WebhookDelivery'];

/** @param failedAlone lists failures alone */
export const useDeliveries = (webhookId: string, failedAlone: boolean): Pages<Delivery> =>
  usePages({
    queryKey: ['webhooks', webhookId, 'deliveries', failedAlone],
    loadPage: async (after, signal) => {
      const query = { ...(after !== undefined && { after }), ...(failedAlone && { failed: true }) };
      const params = { path: { webhookId }, query };
      const { deliveries, lastDeliveryId } = await dataOf(
        api.GET('/api/server/webhooks/{webhookId}/deliveries', { params, signal }),
      );
      return { rows: deliveries, nextCursor: lastDeliveryId };
    },
  });
