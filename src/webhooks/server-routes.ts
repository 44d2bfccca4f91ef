// Routes of webhooks: endpoints and their keys. The secret of an endpoint is in two answers: that of its creation, and that of a rotation.
import { assertScope } from '../auth/access/server.ts';
import { ok } from '../http/reply.ts';
import { WEBHOOKS_MAX } from '../limits.ts';
import { readNewWebhook, readRotation, readWebhookChange } from './body.ts';
import { contextOf, define, idOf, path, pathParameters } from './define-route.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { webhookShapeOf } from './replies.ts';
import { createWebhook, deleteWebhook, findWebhook, rotateWebhook, updateWebhook } from './webhooks.ts';

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
        example: {
          url: 'https://backend.example/playkeep',
          types: ['session.ended', 'metadata.lost'],
          ordered: true,
        },
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
    // A caller who may send events elsewhere could read them there.
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
      'this once. It needs the scope `events:read` too.',
    pathParameters,
    request: { 'application/json': { shape: 'RotateWebhookBody', example: {} } },
    isRequestOptional: true,
    dataShape: 'CreatedWebhook',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'],
  },
  handler: (dependencies) => async (request, server, bodyLength, requestId) => {
    assertScope(server, 'events:read');
    const hasKeyPair = await readRotation(request, bodyLength);
    const context = contextOf(dependencies, server, requestId);
    const { webhook, secret } = await rotateWebhook(context, idOf(request), hasKeyPair);
    dependencies.webhookSenders.wake();
    return ok({ ...webhookShapeOf(webhook, dependencies.clock.now()), secret });
  },
});

export const webhookRoutes = [list, create, get, update, remove, rotate, ...deliveryRoutes];
