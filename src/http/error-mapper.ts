// The mapping of thrown errors to errors of the catalogue. Every error is logged and counted here, and an answer tells no more
// than the catalogue.

import { ApiError, type RefusalReason, refusalReasons } from '../errors/errors.ts';
import { refusalsFamily } from '../errors/refusals-table.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { createSparseLine } from '../lib/sparse-lines.ts';
import { StoreBusy, StoreUnavailable } from '../store/ports/errors.ts';
import { OUTAGE_LOG_MILLISECONDS } from '../tuning.ts';
import { BodyInterrupted } from './body.ts';

export function createErrorMapper({
  clock,
  log,
  production,
  metrics,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly production: boolean;
  readonly metrics: Metrics;
}) {
  // Every series is there from the beginning: an alert about growth does not see a series that begins at 1.
  const byReason = new Map(
    refusalReasons.map((reason) => [reason, metrics.counter(refusalsFamily, { reason })] as const),
  );
  const outageLine = createSparseLine(clock, OUTAGE_LOG_MILLISECONDS);

  function count(reason: RefusalReason): void {
    const counter = byReason.get(reason);
    if (counter) counter.value += 1;
  }

  /** Logs an outage now and then. A line for each request would only fill the log. */
  function logOutage(error: StoreUnavailable, context: object): void {
    outageLine((count) => log.error({ ...context, err: error, ...count }, 'the store is unavailable'));
  }

  function logRefusal({ error, cause, options }: ApiError, context: object): void {
    const reason = cause instanceof Error ? cause.message : undefined;
    // Outside production the log shows each refused token. In production callers could fill it.
    const level = error === 'unauthorized' && !production ? 'info' : 'debug';
    log[level]({ ...context, error, refusal: options.refusal, reason }, 'refused');
  }

  return (thrown: unknown, context: object): ApiError => {
    const error = thrown instanceof StoreBusy ? asBusy(thrown) : thrown;
    if (error instanceof ApiError) {
      logRefusal(error, context);
      count(error.options.reason ?? error.error);
      return error;
    }
    if (error instanceof BodyInterrupted) {
      log.debug(context, 'the client left before its request was complete');
      return new ApiError('internal');
    }
    if (error instanceof StoreUnavailable) {
      logOutage(error, context);
      count('storeUnavailable');
      return new ApiError('serviceUnavailable');
    }
    log.error({ ...context, err: error }, 'unexpected error');
    count('internal');
    return new ApiError('internal');
  };
}

/** The error of a busy store. Its answer does not claim that nothing was done, since the request may have written before. */
const asBusy = (cause: StoreBusy): ApiError =>
  new ApiError('serviceUnavailable', { cause, reason: 'busy', refusal: cause.refusal });
