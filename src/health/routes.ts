// Probes for load balancers and orchestrators. Live: the process answers. Ready: it is not shutting down, the database
// answers and takes writes, and tokens can be verified.
import { anyoneAccess } from '../auth/access/anyone.ts';
import { ApiError } from '../errors/errors.ts';
import { ok } from '../http/reply.ts';
import { defineRoute } from '../route/route.ts';
import { type CheckDependencies, runChecks } from './checks.ts';

const live = defineRoute(anyoneAccess, {
  method: 'GET',
  path: '/livez',
  operation: {
    operationId: 'live',
    ignoresQuery: true,
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
    ignoresQuery: true,
    tag: 'Service',
    summary: 'Readiness',
    description:
      'Not shutting down, the database answers and takes writes, and tokens can be judged. With 503 the header ' +
      '`X-Failed-Check` names the first check that failed, as `GET /api/server/service` does.',
    dataShape: 'ProbeAnswer',
    errors: ['serviceUnavailable'],
  },
  handler: (dependencies: CheckDependencies) => async () => {
    for await (const { name, problem, cause } of runChecks(dependencies)) {
      if (problem === undefined) continue;
      // Programs tell the check by its name, people by the detail.
      throw new ApiError('serviceUnavailable', {
        detail: problem,
        headers: { 'x-failed-check': name },
        cause,
      });
    }
    return ok('ready');
  },
});

export const healthRoutes = [live, ready];
