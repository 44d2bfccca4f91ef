// Routes of deliveries: a test of an endpoint, the log of attempts, and what is sent again.
import { assertScope } from '../auth/access/server.ts';
import { invalidRequest } from '../http/json-members.ts';
import { readLimit, readQuery } from '../http/query.ts';
import { ok } from '../http/reply.ts';
import { isWebhookId } from '../lib/ids.ts';
import {
  WEBHOOK_DELIVERIES_PAGE_MAX_ROWS,
  WEBHOOK_DELIVERIES_PAGE_ROWS,
  WEBHOOK_LOG_MAX_ROWS,
} from '../limits.ts';
import type { DeliveryQuery } from '../store/ports/webhooks.ts';
import { readRedelivery } from './body.ts';
import { contextOf, define, idOf, path, pathParameters } from './define-route.ts';
import { deliveryShapeOf } from './replies.ts';
import { findWebhook, redeliver } from './webhooks.ts';

const test = define({
  method: 'POST',
  path: `${path}/:webhookId/test`,
  operation: {
    operationId: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Test webhook',
    description:
      'Sends `webhook.test` once, also to an endpoint that is disabled, and answers how that went. It takes up to 15 seconds.',
    pathParameters,
    dataShape: 'WebhookDelivery',
    errors: [],
  },
  handler: (dependencies) => async (request, server) => {
    const webhook = await findWebhook(dependencies, idOf(request));
    return ok(deliveryShapeOf(await dependencies.testWebhook(dependencies.store.webhooks, webhook), server));
  },
});

const deliveries = define({
  method: 'GET',
  path: `${path}/:webhookId/deliveries`,
  operation: {
    operationId: 'listWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List deliveries of a webhook',
    description:
      `The log of attempts, newest first. It holds the last ${WEBHOOK_LOG_MAX_ROWS} that failed and as many of the others; of many ` +
      'deliveries in one moment it has a part.',
    pathParameters,
    queryParameters: {
      after: {
        description: 'The `lastDeliveryId` of the page before.',
        schema: { type: 'string' },
      },
      limit: {
        description: 'Attempts in the page.',
        schema: {
          ...{ type: 'integer', minimum: 1, maximum: WEBHOOK_DELIVERIES_PAGE_MAX_ROWS },
          default: WEBHOOK_DELIVERIES_PAGE_ROWS,
        },
      },
      failed: {
        description: 'Whether to list failures alone: `true` or `false`, the default.',
        schema: { type: 'boolean', default: false },
      },
    },
    dataShape: 'WebhookDeliveries',
    errors: ['invalidRequest'],
  },
  handler: (dependencies) => async (request, server) => {
    const query = readDeliveryQuery(request);
    const { webhookId } = await findWebhook(dependencies, idOf(request));
    const found = await dependencies.store.webhooks.listDeliveries(webhookId, query);
    const last = found.length < query.limit ? undefined : found.at(-1);
    const shown = found.map((delivery) => deliveryShapeOf(delivery, server));
    return ok({ deliveries: shown, lastDeliveryId: last?.deliveryId ?? null });
  },
});

const sendAgain = define({
  method: 'POST',
  path: `${path}/:webhookId/redeliver`,
  operation: {
    operationId: 'redeliverWebhook',
    tag: 'Webhooks',
    summary: 'Redeliver events to a webhook',
    description:
      'Has events sent again with the same `webhook-id`: some by their ids, a range of the feed, or all that failed since a time and were ' +
      'not delivered. A range goes out beside the new events, one at a time. An endpoint that is disabled gets them once it is enabled. It ' +
      'needs the scope `events:read` too.',
    pathParameters,
    request: {
      'application/json': { shape: 'RedeliverBody', example: { failedSince: '2026-11-23T06:00:00.000Z' } },
    },
    dataShape: 'WebhookRedelivery',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'],
  },
  handler: (dependencies) => async (request, server, bodyLength, requestId) => {
    assertScope(server, 'events:read');
    const wanted = await readRedelivery(request, bodyLength);
    const events = await redeliver(contextOf(dependencies, server, requestId), idOf(request), wanted);
    dependencies.webhookSenders.wake();
    return ok({ events });
  },
});

/** @throws ApiError `invalidRequest` */
function readDeliveryQuery(request: Request): DeliveryQuery {
  const { after, limit, failed = 'false' } = readQuery(request, ['after', 'limit', 'failed']);
  if (failed !== 'true' && failed !== 'false') throw invalidRequest('failed must be true or false');
  if (after !== undefined && !isWebhookId(after))
    throw invalidRequest('after must be the lastDeliveryId of an earlier answer');
  return {
    failedAlone: failed === 'true',
    limit: readLimit(limit, WEBHOOK_DELIVERIES_PAGE_ROWS, WEBHOOK_DELIVERIES_PAGE_MAX_ROWS),
    ...(after !== undefined && { after }),
  };
}

export const deliveryRoutes = [test, deliveries, sendAgain];
