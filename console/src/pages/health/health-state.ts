// The health of the service, from two places: the state of the service, which needs a key and so the database, and the probe of
// readiness, which anyone may read.
import { api, dataOf, requestText } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { type Check, checksOfProbe, type ProbeProblem } from './check-texts.ts';
import type { ProcessFigures } from './process-figures.ts';

export interface HealthState {
  readonly checks: readonly Check[];
  /** Undefined where the probe alone answered. */
  readonly version: string | undefined;
  /** Undefined where the probe alone answered. */
  readonly process: ProcessFigures | undefined;
  readonly at: number;
}

/** @throws ApiFailure when neither the service nor its probe tells anything */
export async function loadHealth(signal: AbortSignal): Promise<HealthState> {
  try {
    const { version, checks, process } = await dataOf(api.GET('/api/server/service', { signal }));
    return { version, checks, process, at: Date.now() };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 503) throw error;
    const checks = checksOfProbe(await probeProblem(signal));
    if (!checks) throw error;
    return { version: undefined, checks, process: undefined, at: Date.now() };
  }
}

/** @returns undefined while the service is ready */
async function probeProblem(signal: AbortSignal): Promise<ProbeProblem | undefined> {
  try {
    await requestText('/readyz', { signal });
    return undefined;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 503)
      return { name: error.options.failedCheck, problem: error.detail };
    throw error;
  }
}
