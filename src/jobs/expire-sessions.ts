// Moves expired sessions into the history, in key order and small steps. Expiry is judged at each read, so no answer depends on
// this job. The job keeps the table of active sessions small.
import type { Clock } from '../lib/clock.ts';
import type { SessionStore } from '../store/ports/sessions.ts';
import { EXPIRY_STEP_ROWS } from '../tuning.ts';
import type { JobRuntime } from './scheduler.ts';

/** One pass over all active sessions. An abort ends it after a step. @returns the numbers of expired and of active sessions */
export async function expireSessions(
  store: Pick<SessionStore, 'expire'>,
  clock: Pick<Clock, 'sleep'>,
  { rows = EXPIRY_STEP_ROWS, signal }: { rows?: number; signal?: AbortSignal } = {},
): Promise<{ moved: number; active: number }> {
  const total = { moved: 0, active: 0 };
  let after: number | undefined = 0;
  while (after !== undefined && !signal?.aborted) {
    const step = await store.expire(after, rows);
    total.moved += step.moved;
    total.active += step.active;
    after = step.next;
    await clock.sleep(0, signal);
  }
  return total;
}

/** The run of the job: one pass, with its numbers in the metrics. */
export function createSessionExpiry(
  store: Pick<SessionStore, 'expire'>,
  { clock, log, metrics }: JobRuntime,
): (signal: AbortSignal) => Promise<void> {
  const expired = metrics.counter({
    name: 'playkeep_sessions_expired_total',
    help: 'Expired sessions that this process moved to the history.',
  });
  let active = 0;
  metrics.gauge(
    {
      name: 'playkeep_active_sessions',
      help: 'Active sessions in the database, as of the last run of expire-sessions.',
      across: 'max',
    },
    () => active,
  );
  return async (signal) => {
    const total = await expireSessions(store, clock, { signal });
    if (!signal.aborted) active = total.active;
    expired.value += total.moved;
    if (total.moved > 0) log.debug({ moved: total.moved }, 'expired sessions moved to the history');
  };
}
