// The health of the service, from three places: the state of the service, which needs a key and so the database; the probe of
// readiness, which anyone may read; and the metrics, which the service shows to its own machine alone.
import { api, dataOf, requestText } from '../../api/client.ts';
import { ApiFailure, isAborted } from '../../api/failure.ts';
import { type Check, checksOfProbe, type ProbeProblem } from './check-texts.ts';
import { type MetricSample, parseMetrics } from './metrics-text.ts';

export interface HealthState {
  readonly checks: readonly Check[];
  /** Undefined where the probe alone answered. */
  readonly version: string | undefined;
  readonly at: number;
}

/** @throws ApiFailure when neither the service nor its probe tells anything */
export async function loadHealth(signal: AbortSignal): Promise<HealthState> {
  try {
    const { version, checks } = await dataOf(api.GET('/api/server/service', { signal }));
    return { version, checks, at: Date.now() };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 503) throw error;
    const checks = checksOfProbe(await probeProblem(signal));
    if (!checks) throw error;
    return { version: undefined, checks, at: Date.now() };
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

/** @returns undefined where the service does not show them to this browser @throws ApiFailure */
export async function loadMetrics(signal: AbortSignal): Promise<readonly MetricSample[] | undefined> {
  try {
    const { text, headers } = await requestText('/metrics', { signal });
    return headers.get('content-type')?.startsWith('text/plain') ? parseMetrics(text) : undefined;
  } catch (error) {
    if (isAborted(error) || !(error instanceof ApiFailure)) throw error;
    // A proxy may refuse in its own way.
    if (error.status === 404 || error.status === 403 || error.status === 405) return undefined;
    throw error;
  }
}
