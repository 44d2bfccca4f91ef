// The parts that all routes of webhooks share: the scope, the path, and the answer 404 where EVENTS is unset.
import { authorOf } from '../auth/access/server.ts';
import type { Server } from '../auth/principals.ts';
import { ApiError } from '../errors/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { PathParameter } from '../route/operation.ts';
import { defineServerRoute, type ServerRouteOf } from '../route/route.ts';
import type { EventGroup, EventStore } from '../store/ports/events.ts';
import type { WebhookStore } from '../store/ports/webhooks.ts';
import type { WebhookSenders } from './senders.ts';
import type { TestWebhook } from './test-delivery.ts';
import { noWebhooks, type WebhookContext } from './webhooks.ts';

export interface WebhookDependencies {
  readonly store: { readonly webhooks: WebhookStore; readonly events: EventStore };
  readonly config: { readonly events: readonly EventGroup[]; readonly webhooksAllowPrivate: boolean };
  readonly clock: Clock;
  readonly webhookSenders: Pick<WebhookSenders, 'wake'>;
  readonly testWebhook: TestWebhook;
}

const scope = 'webhooks:write';
export const path = '/api/server/webhooks';
const webhookId: PathParameter = {
  description: 'The `webhookId` of the endpoint.',
  schema: { type: 'string' },
  example: '01a00000-0000-7000-8000-00000000000c',
};
export const pathParameters = { webhookId };

type Handler = ReturnType<ServerRouteOf<WebhookDependencies>['handler']>;

/** A route that is not there where no events are told. */
export const define = (route: Omit<ServerRouteOf<WebhookDependencies>, 'scope'>) => {
  const { operation, handler } = route;
  return defineServerRoute<WebhookDependencies>({
    ...route,
    scope,
    operation: operation && { ...operation, errors: ['notFound', ...operation.errors] },
    handler: (dependencies): Handler => {
      const handle = handler(dependencies);
      if (dependencies.config.events.length > 0) return handle;
      return () => {
        throw new ApiError('notFound', { detail: noWebhooks });
      };
    },
  });
};

export const contextOf = (
  { store, clock, config }: WebhookDependencies,
  server: Server,
  requestId: string,
): WebhookContext => ({
  ...{ store, clock },
  targetRules: { allowsPrivate: config.webhooksAllowPrivate },
  author: authorOf(server, requestId),
});

export const idOf = ({ params }: Bun.BunRequest<string>): string => params.webhookId ?? '';
