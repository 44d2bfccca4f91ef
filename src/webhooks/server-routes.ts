// Routes of webhooks: endpoints, their keys, a test, the log of attempts, and what is sent again. Where no events are told there are no
// webhooks. The secret of an endpoint is in two answers: that of its creation, and that of a rotation.
import { assertScope, authorOf } from '../auth/access/server.ts';
import type { Server } from '../auth/principals.ts';
import { ApiError } from '../errors/errors.ts';
import { invalidRequest } from '../http/json-members.ts';
import { readLimit, readQuery } from '../http/query.ts';
import { ok } from '../http/reply.ts';
import type { Clock } from '../lib/clock.ts';
import { isSessionId } from '../lib/ids.ts';
import {
  WEBHOOK_DELIVERIES_PAGE_MAX_ROWS,
  WEBHOOK_DELIVERIES_PAGE_ROWS,
  WEBHOOK_LOG_MAX_ROWS,
  WEBHOOKS_MAX,
} from '../limits.ts';
import type { PathParameter } from '../route/operation.ts';
import { defineServerRoute, type ServerRouteOf } from '../route/route.ts';
import type { EventGroup, EventStore } from '../store/ports/events.ts';
import type { DeliveryQuery, WebhookStore } from '../store/ports/webhooks.ts';
import { readNewWebhook, readRedelivery, readRotation, readWebhookChange } from './body.ts';
import { deliveryShapeOf, webhookShapeOf } from './replies.ts';
import type { WebhookSenders } from './senders.ts';
import type { TestWebhook } from './test-delivery.ts';
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  redeliver,
  rotateWebhook,
  updateWebhook,
  type WebhookContext,
} from './webhooks.ts';

export interface WebhookDependencies {
  readonly store: { readonly webhooks: WebhookStore; readonly events: EventStore };
  readonly config: { readonly events: readonly EventGroup[]; readonly webhooksAllowPrivate: boolean };
  readonly clock: Clock;
  readonly webhookSenders: Pick<WebhookSenders, 'wake'>;
  readonly testWebhook: TestWebhook;
}

const scope = 'webhooks:write';
const path = '/api/server/webhooks';
const webhookId: PathParameter = {
  description: 'The `webhookId` of the endpoint.',
  schema: { type: 'string' },
  example: '01a00000-0000-7000-8000-00000000000c',
};
const pathParameters = { webhookId };

type Handler = ReturnType<ServerRouteOf<WebhookDependencies>['handler']>;

/** A route that is not there where no events are told. */
const define = (route: Omit<ServerRouteOf<WebhookDependencies>, 'scope'>) => {
  const { operation, handler } = route;
  return defineServerRoute<WebhookDependencies>({
    ...route,
    scope,
    operation: operation && { ...operation, errors: ['notFound', ...operation.errors] },
    handler: (dependencies): Handler => {
      const handle = handler(dependencies);
      if (dependencies.config.events.length > 0) return handle;
      return () => {
        throw new ApiError('notFound', { detail: 'EVENTS is not set, so there are no webhooks' });
      };
    },
  });
};

const contextOf = (
  { store, clock, config }: WebhookDependencies,
  server: Server,
  requestId: string,
): WebhookContext => ({
  ...{ store, clock },
  targetRules: { allowsPrivate: config.webhooksAllowPrivate },
  author: authorOf(server, requestId),
});

const idOf = ({ params }: Bun.BunRequest<string>): string => params.webhookId ?? '';

const list = define({
  method: 'GET',
  path,
  operation: {
    operationId: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: `All endpoints with their states, the oldest first. There are ${WEBHOOKS_MAX} at most.`,
    dataShape: 'WebhookList',
    errors: [],
  },
  handler:
    ({ store, clock }) =>
    async () => {
      const now = clock.now();
      return ok({ webhooks: (await store.webhooks.list()).map((webhook) => webhookShapeOf(webhook, now)) });
    },
});

const create = define({
  method: 'POST',
  path,
  operation: {
    operationId: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Create webhook',
    description:
      'Makes an endpoint, which gets the events from now on. It needs the scope `events:read` too. The answer holds the secret, this ' +
      'once. Requests are signed after Standard Webhooks 1.0.0.',
    request: {
      'application/json': {
        shape: 'CreateWebhookBody',
        example: { url: 'https://example.com/playkeep', types: ['session.ended', 'metadata.lost'], ordered: true },
      },
    },
    dataShape: 'CreatedWebhook',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'],
  },
  handler: (dependencies) => async (request, server, bodyLength, requestId) => {
    assertScope(server, 'events:read');
    const wanted = await readNewWebhook(request, bodyLength);
    const { webhook, secret } = await createWebhook(contextOf(dependencies, server, requestId), wanted);
    dependencies.webhookSenders.wake();
    return ok({ ...webhookShapeOf(webhook, dependencies.clock.now()), secret });
  },
});

const get = define({
  method: 'GET',
  path: `${path}/:webhookId`,
  operation: {
    operationId: 'getWebhook',
    tag: 'Webhooks',
    summary: 'Get webhook',
    description: 'An endpoint with its state, and how far it has got.',
    pathParameters,
    dataShape: 'Webhook',
    errors: [],
  },
  handler: (dependencies) => async (request) =>
    ok(webhookShapeOf(await findWebhook(dependencies, idOf(request)), dependencies.clock.now())),
});

const update = define({
  method: 'PATCH',
  path: `${path}/:webhookId`,
  operation: {
    operationId: 'updateWebhook',
    tag: 'Webhooks',
    summary: 'Change webhook',
    description:
      'Changes the members that are given; within 10 seconds every process goes by them. An endpoint that is enabled again goes on ' +
      'where it was, as far as the feed reaches back. Another URL or further types need the scope `events:read` too.',
    pathParameters,
    request: { 'application/json': { shape: 'UpdateWebhookBody', example: { enabled: true } } },
    dataShape: 'Webhook',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'],
  },
  handler: (dependencies) => async (request, server, bodyLength, requestId) => {
    const change = await readWebhookChange(request, bodyLength);
    // Whoever may send events elsewhere could read them there.
    if (change.url !== undefined || change.types !== undefined) assertScope(server, 'events:read');
    const webhook = await updateWebhook(contextOf(dependencies, server, requestId), idOf(request), change);
    dependencies.webhookSenders.wake();
    return ok(webhookShapeOf(webhook, dependencies.clock.now()));
  },
});

const remove = define({
  method: 'DELETE',
  path: `${path}/:webhookId`,
  operation: {
    operationId: 'deleteWebhook',
    tag: 'Webhooks',
    summary: 'Delete webhook',
    description: 'Deletes an endpoint with its log. Requests that are under way may still arrive.',
    pathParameters,
    dataShape: 'WebhookDeleted',
    errors: [],
  },
  handler: (dependencies) => async (request, server, _bodyLength, requestId) => {
    await deleteWebhook(contextOf(dependencies, server, requestId), idOf(request));
    dependencies.webhookSenders.wake();
    return ok({ deleted: true });
  },
});

const rotate = define({
  method: 'POST',
  path: `${path}/:webhookId/rotate`,
  operation: {
    operationId: 'rotateWebhook',
    tag: 'Webhooks',
    summary: 'Rotate the keys of a webhook',
    description:
      'Makes a new secret, and a new ed25519 key where there is one. The former ones sign too for 24 hours. The answer holds the secret, ' +
      'this once.',
    pathParameters,
    request: { 'application/json': { shape: 'RotateWebhookBody', example: {} } },
    isRequestOptional: true,
    dataShape: 'CreatedWebhook',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'],
  },
  handler: (dependencies) => async (request, server, bodyLength, requestId) => {
    const hasKeyPair = await readRotation(request, bodyLength);
    const context = contextOf(dependencies, server, requestId);
    const { webhook, secret } = await rotateWebhook(context, idOf(request), hasKeyPair);
    dependencies.webhookSenders.wake();
    return ok({ ...webhookShapeOf(webhook, dependencies.clock.now()), secret });
  },
});

const test = define({
  method: 'POST',
  path: `${path}/:webhookId/test`,
  operation: {
    operationId: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Test webhook',
    description: 'Sends `webhook.test` once, also to an endpoint that is disabled, and answers how that went. It takes up to 15 seconds.',
    pathParameters,
    dataShape: 'WebhookDelivery',
    errors: [],
  },
  handler: (dependencies) => async (request) => {
    const webhook = await findWebhook(dependencies, idOf(request));
    return ok(deliveryShapeOf(await dependencies.testWebhook(dependencies.store.webhooks, webhook)));
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
  handler: (dependencies) => async (request) => {
    const query = readDeliveryQuery(request);
    const { webhookId } = await findWebhook(dependencies, idOf(request));
    const found = await dependencies.store.webhooks.listDeliveries(webhookId, query);
    const last = found.length < query.limit ? undefined : found.at(-1);
    return ok({ deliveries: found.map(deliveryShapeOf), lastDeliveryId: last?.deliveryId ?? null });
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
  if (after !== undefined && !isSessionId(after))
    throw invalidRequest('after must be the lastDeliveryId of an earlier answer');
  return {
    failedAlone: failed === 'true',
    limit: readLimit(limit, WEBHOOK_DELIVERIES_PAGE_ROWS, WEBHOOK_DELIVERIES_PAGE_MAX_ROWS),
    ...(after !== undefined && { after }),
  };
}

export const webhookRoutes = [list, create, get, update, remove, rotate, test, deliveries, sendAgain];
