// Liveness and readiness for load balancers and orchestrators. Live: the process answers. Ready: it is not shutting
// down, the database answers and tokens can be judged.
import { ApiError } from '../errors.ts';
import { ok } from '../http/reply.ts';
import type { Handler } from '../http/server.ts';

export interface HealthDependencies {
  readonly store: { ping(): Promise<void> };
  readonly verifier: { load(): Promise<boolean> };
  readonly isStopping: () => boolean;
}

export function healthHandlers(
  dependencies: HealthDependencies,
): Readonly<Record<'live' | 'ready', Handler>> {
  return {
    live: () => ok('live'),

    async ready() {
      if (dependencies.isStopping()) throw new ApiError('serviceUnavailable', { detail: 'shutting down' });
      await dependencies.store.ping().catch((cause) => {
        throw new ApiError('serviceUnavailable', { detail: 'the database does not answer', cause });
      });
      if (!(await dependencies.verifier.load())) {
        throw new ApiError('serviceUnavailable', { detail: 'the key set could not be fetched yet' });
      }
      return ok('ready');
    },
  };
}
