// Probes for load balancers and orchestrators. Live: the process answers. Ready: it is not shutting down, the database
// answers and tokens can be verified.
import { anyoneAccess } from '../auth/access/anyone.ts';
import { ApiError } from '../errors.ts';
import { ok } from '../http/reply.ts';
import { defineRoute } from '../route.ts';

export interface HealthDependencies {
  readonly store: { ping(): Promise<void> };
  readonly verifier: { load(): Promise<boolean> };
  readonly isStopping: () => boolean;
}

const live = defineRoute(anyoneAccess, {
  method: 'GET',
  path: '/livez',
  operation: {
    operationId: 'live',
    tag: 'Service',
    summary: 'Liveness',
    description: 'The process answers.',
    dataShape: 'ProbeAnswer',
    errors: [],
  },
  handler: () => () => ok('live'),
});

const ready = defineRoute(anyoneAccess, {
  method: 'GET',
  path: '/readyz',
  operation: {
    operationId: 'ready',
    tag: 'Service',
    summary: 'Readiness',
    description: 'Not shutting down, the database answers, and tokens can be judged.',
    dataShape: 'ProbeAnswer',
    errors: ['serviceUnavailable'],
  },
  handler:
    ({ isStopping, store, verifier }: HealthDependencies) =>
    async () => {
      if (isStopping()) throw new ApiError('serviceUnavailable', { detail: 'shutting down' });
      await store.ping().catch((cause) => {
        throw new ApiError('serviceUnavailable', { detail: 'the database does not answer', cause });
      });
      if (!(await verifier.load())) {
        throw new ApiError('serviceUnavailable', { detail: 'the key set could not be fetched yet' });
      }
      return ok('ready');
    },
});

export const healthRoutes = [live, ready];
