// The sweep: moves expired sessions into the history, in key order and small steps, and drops history that is too old.
// The kept versions of metadata that are too old go with it, and token buckets that are full.
// Nothing depends on it having run, since expiry is judged at each read; it keeps the table of active sessions small.
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { durationBounds, type Metrics } from '../lib/metrics.ts';
import { type ExpiryStep, type SessionStore, type Store, StoreUnavailable } from '../store/ports/store.ts';
import { EXPIRY_INTERVAL_SECONDS, EXPIRY_STEP_ROWS, PRUNE_INTERVAL_SECONDS } from '../tuning.ts';

/** One pass over all active sessions; an abort ends it after a step. @returns how many had expired, how many go on. */
export async function expireSessions(
  store: SessionStore,
  { rows = EXPIRY_STEP_ROWS, signal }: { rows?: number; signal?: AbortSignal } = {},
): Promise<{ moved: number; active: number }> {
  const total = { moved: 0, active: 0 };
  let after: number | undefined = 0;
  while (after !== undefined && !signal?.aborted) {
    const step: ExpiryStep = await store.expire(after, rows);
    total.moved += step.moved;
    total.active += step.active;
    after = step.next;
    await Bun.sleep(0);
  }
  return total;
}

export interface Jobs {
  /** Ends the schedule and the passes under way, and waits for the step that they are at. */
  stop(): Promise<void>;
}

/**
 * Sweeps now and then, first after an interval; looks after the history now, and seldom then. A fault of the store
 * skips one pass.
 */
export function startJobs(
  store: Pick<Store, 'sessions' | 'metadata' | 'rateLimits'>,
  runtime: { clock: Clock; log: Log; metrics: Metrics; historyDays: number },
): Jobs {
  const { clock, log, metrics, historyDays } = runtime;
  const stopping = new AbortController();
  const { signal } = stopping;
  const expired = metrics.counter({
    name: 'playkeep_sessions_expired_total',
    help: 'Expired sessions that this process moved to the history.',
  });
  let active = 0;
  metrics.gauge(
    { name: 'playkeep_active_sessions', help: 'Active sessions in the database, as of the last sweep.' },
    () => active,
  );

  const sweep = createPasses('sweep', runtime, async () => {
    const result = await expireSessions(store.sessions, { signal });
    if (!signal.aborted) active = result.active;
    expired.value += result.moved;
    if (result.moved > 0) log.debug({ moved: result.moved }, 'expired sessions moved to the history');
  });
  const cleaning = [
    createPasses('history', runtime, () => store.sessions.deleteOldHistory(historyDays, signal)),
    createPasses('versions', runtime, () => store.metadata.deleteOld(signal)),
    createPasses('rate-limits', runtime, () => store.rateLimits.deleteFull(signal)),
  ];
  for (const { run } of cleaning) run();
  const ends = [
    clock.every(EXPIRY_INTERVAL_SECONDS * 1000, sweep.run),
    ...cleaning.map(({ run }) => clock.every(PRUNE_INTERVAL_SECONDS * 1000, run)),
  ];
  return {
    async stop() {
      for (const end of ends) end();
      stopping.abort();
      await Promise.all([sweep, ...cleaning].map(({ last }) => last()));
    },
  };
}

const descriptions = {
  sweep: 'the sweep of expired sessions',
  history: 'the dropping of old history',
  versions: 'the dropping of old versions',
  'rate-limits': 'the dropping of full token buckets',
} as const;

/** Runs a task whenever it is told; one that comes while the one before is under way is left out. */
function createPasses(
  name: keyof typeof descriptions,
  { clock, log, metrics }: { clock: Clock; log: Log; metrics: Metrics },
  task: () => Promise<void>,
) {
  const labels = { pass: name };
  const durations = metrics.histogram(
    {
      name: 'playkeep_housekeeping_duration_seconds',
      help: 'Passes of the sweep and of the dropping of what is old.',
      bounds: durationBounds,
    },
    labels,
  );
  const failures = metrics.counter(
    { name: 'playkeep_housekeeping_failures_total', help: 'Passes that failed; the next one tries again.' },
    labels,
  );
  let underWay: Promise<void> | undefined;

  async function pass(): Promise<void> {
    const startedAt = clock.monotonic();
    try {
      await task();
      durations.observe((clock.monotonic() - startedAt) / 1000);
    } catch (error) {
      failures.value += 1;
      const level = error instanceof StoreUnavailable ? 'warn' : 'error';
      log[level]({ err: error }, `${descriptions[name]} failed`);
    }
  }

  return {
    run(): void {
      underWay ??= pass().finally(() => {
        underWay = undefined;
      });
    },
    last: () => underWay,
  };
}
