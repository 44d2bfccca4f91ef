// The sweep: moves expired sessions into the history, in key order and small steps, and drops history that is too old.
// The kept versions of metadata that are too old go with it.
// Nothing depends on it having run, since expiry is judged at each read; it keeps the table of active sessions small.
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { HISTORY_INTERVAL_SECONDS, SWEEP_INTERVAL_SECONDS, SWEEP_STEP_ROWS } from '../limits.ts';
import { type MetadataStore, type SessionStore, StoreUnavailable } from '../store/store.ts';

/** One pass over all active sessions; an abort ends it after a step. @returns how many had expired. */
export async function sweepExpiredSessions(
  store: SessionStore,
  { rows = SWEEP_STEP_ROWS, signal }: { rows?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let total = 0;
  let after: number | undefined = 0;
  while (after !== undefined && !signal?.aborted) {
    const step: { moved: number; next: number | undefined } = await store.deleteExpired(after, rows);
    total += step.moved;
    after = step.next;
    await Bun.sleep(0);
  }
  return total;
}

export interface Sweeper {
  /** Ends the schedule and the passes under way, and waits for the step that they are at. */
  stop(): Promise<void>;
}

/**
 * Sweeps now and then, first after an interval; looks after the history now, and seldom then. A fault of the store
 * skips one pass.
 */
export function startSweeper(
  store: { readonly sessions: SessionStore; readonly metadata: MetadataStore },
  { clock, log, historyDays }: { clock: Clock; log: Log; historyDays: number },
): Sweeper {
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Runs a task now; a pass that comes while the one before is under way is left out. */
  function passes(name: string, task: () => Promise<void>) {
    let underWay: Promise<void> | undefined;
    const run = (): void => {
      underWay ??= task()
        .catch((error) => {
          const level = error instanceof StoreUnavailable ? 'warn' : 'error';
          log[level]({ err: error }, `${name} failed`);
        })
        .finally(() => {
          underWay = undefined;
        });
    };
    return { run, last: () => underWay };
  }

  const sweep = passes('the sweep of expired sessions', async () => {
    const moved = await sweepExpiredSessions(store.sessions, { signal });
    if (moved > 0) log.debug({ moved }, 'expired sessions moved to the history');
  });
  const history = passes('the dropping of old history', () =>
    store.sessions.deleteOldHistory(historyDays, signal),
  );
  const versions = passes('the dropping of old versions', () => store.metadata.deleteOld(signal));
  history.run();
  versions.run();
  const ends = [
    clock.every(SWEEP_INTERVAL_SECONDS * 1000, sweep.run),
    clock.every(HISTORY_INTERVAL_SECONDS * 1000, history.run),
    clock.every(HISTORY_INTERVAL_SECONDS * 1000, versions.run),
  ];
  return {
    async stop() {
      for (const end of ends) end();
      stopping.abort();
      await Promise.all([sweep.last(), history.last(), versions.last()]);
    },
  };
}
