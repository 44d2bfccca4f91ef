// Probes for load balancers and orchestrators. Live: the process answers. Ready: it is not shutting down, the database
// answers and tokens can be verified.
import { anyoneAccess } from '../auth/access/anyone.ts';
import { ApiError } from '../errors.ts';
import { ok } from '../http/reply.ts';
import { defineRoute } from '../route.ts';
import { type CheckDependencies, runChecks } from './checks.ts';

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
  handler: (dependencies: CheckDependencies) => async () => {
    for await (const { problem, cause } of runChecks(dependencies)) {
      if (problem !== undefined) throw new ApiError('serviceUnavailable', { detail: problem, cause });
    }
    return ok('ready');
  },
});

export const healthRoutes = [live, ready];
