// The sweep: moves expired sessions into the history, in key order and small steps. Nothing depends on it having
// run, since expiry is judged at each read; it keeps the table of active sessions small and the history complete.
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { SWEEP_INTERVAL_SECONDS, SWEEP_STEP_ROWS } from '../limits.ts';
import { type SessionStore, StoreUnavailable } from '../store/store.ts';

/** One pass over all active sessions. @returns how many had expired. */
export async function sweepExpiredSessions(store: SessionStore, rows = SWEEP_STEP_ROWS): Promise<number> {
  let total = 0;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const step: { moved: number; next: number | undefined } = await store.deleteExpired(after, rows);
    total += step.moved;
    after = step.next;
    await Bun.sleep(0);
  }
  return total;
}

export interface Sweeper {
  /** Ends the schedule and waits for the pass under way. */
  stop(): Promise<void>;
}

/** Sweeps now and then, starting an interval from now. A fault of the store skips one pass. */
export function startSweeper(store: SessionStore, { clock, log }: { clock: Clock; log: Log }): Sweeper {
  let underWay: Promise<void> = Promise.resolve();
  let busy = false;

  async function pass(): Promise<void> {
    try {
      const moved = await sweepExpiredSessions(store);
      if (moved > 0) log.debug({ moved }, 'expired sessions moved to the history');
    } catch (error) {
      const level = error instanceof StoreUnavailable ? 'warn' : 'error';
      log[level]({ err: error }, 'the sweep of expired sessions failed');
    } finally {
      busy = false;
    }
  }

  const end = clock.every(SWEEP_INTERVAL_SECONDS * 1000, () => {
    if (busy) return;
    busy = true;
    underWay = pass();
  });
  return {
    stop() {
      end();
      return underWay;
    },
  };
}
