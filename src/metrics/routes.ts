// The route of the metrics: for this machine on the port of the API, or for any caller on a port of their own.
import type { Access } from '../auth/access/access.ts';
import { anyoneAccess } from '../auth/access/anyone.ts';
import { thisMachineAccess } from '../auth/access/this-machine.ts';
import type { Principal } from '../auth/principals.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { defineRoute, type Route } from '../route/route.ts';
import type { Exposition } from './exposition.ts';

export interface MetricsDependencies {
  readonly expose: () => MaybePromise<Exposition>;
}

const metricsRoute = <P extends Principal>(access: Access<P, unknown>): Route<MetricsDependencies> =>
  defineRoute(access, {
    method: 'GET',
    path: '/metrics',
    operation: undefined,
    handler:
      ({ expose }: MetricsDependencies) =>
      async () => {
        const { contentType, text } = await expose();
        return {
          status: 200,
          body: text,
          headers: { 'content-type': contentType, 'cache-control': 'no-store' },
        };
      },
  });

export const localMetricsRoute = metricsRoute(thisMachineAccess);

/** Any caller may read it, since operators restrict the port by their network. */
export const metricsPortRoute = metricsRoute(anyoneAccess);
