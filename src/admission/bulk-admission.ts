// The admission of bulk requests: few are done at once, and all of them share the permits for their operations, so that jobs of backends
// leave room for players.
import type { Clock } from '../lib/clock.ts';
import { BULK_MAX_REQUESTS, BULK_MAX_WAIT_MILLISECONDS } from '../limits.ts';
import { createOperationPermits, type OperationPermits } from './operation-permits.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';

export interface BulkAdmission {
  readonly requests: Semaphore;
  readonly operations: OperationPermits;
}

/** @param countPlayerRequests counts the requests of players since the start of the process. */
export const createBulkAdmission = (clock: Clock, countPlayerRequests: () => number): BulkAdmission => ({
  requests: createSemaphore(BULK_MAX_REQUESTS, {
    timeoutMilliseconds: BULK_MAX_WAIT_MILLISECONDS,
    refusal: 'bulkRequests',
  }),
  operations: createOperationPermits(clock, countPlayerRequests),
});
