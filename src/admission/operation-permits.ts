// Permits for operations of servers on the store, so that a job of a backend takes what players leave. While players send few
// requests, several operations are under way. Otherwise there is one at a time, with a pause before the next one.
import type { Clock } from '../lib/clock.ts';
import {
  BULK_BUSY_MILLISECONDS,
  BULK_BUSY_REQUESTS_PER_SECOND,
  BULK_BUSY_WINDOW_MILLISECONDS,
  BULK_OPERATIONS_IN_FLIGHT,
  BULK_PAUSE_MILLISECONDS,
} from '../tuning.ts';

export interface OperationPermits {
  /** Does work with a permit. Permits are given in the order of the requests. */
  withPermit<T>(work: () => Promise<T>): Promise<T>;
}

/** @param countRequests counts the requests of players since the start of the process. */
export function createOperationPermits(
  { monotonic, sleep }: Pick<Clock, 'monotonic' | 'sleep'>,
  countRequests: () => number,
): OperationPermits {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  let isPausing = false;
  let measuredAt = monotonic();
  let requestsBefore = countRequests();
  let busyUntil = Number.NEGATIVE_INFINITY;

  /** Do players send many requests? Each measurement spans a window or more. A stall after a busy window is not taken for calm. */
  function measureBusy(now: number): boolean {
    const elapsed = now - measuredAt;
    if (elapsed >= BULK_BUSY_WINDOW_MILLISECONDS) {
      const requests = countRequests();
      const isBusy = (requests - requestsBefore) * 1000 > elapsed * BULK_BUSY_REQUESTS_PER_SECOND;
      if (isBusy) busyUntil = now + BULK_BUSY_MILLISECONDS;
      requestsBefore = requests;
      measuredAt = now;
    }
    return now < busyUntil;
  }

  function startWaiting(): void {
    while (waiting.length > 0) {
      const now = monotonic();
      if (!measureBusy(now)) {
        if (underWay >= BULK_OPERATIONS_IN_FLIGHT) return;
      } else {
        if (underWay > 0) return;
        const left = startedAt + BULK_PAUSE_MILLISECONDS - now;
        if (left > 0) {
          pause(left);
          return;
        }
      }
      underWay += 1;
      startedAt = now;
      waiting.shift()?.();
    }
  }

  function pause(milliseconds: number): void {
    if (isPausing) return;
    isPausing = true;
    void sleep(milliseconds).then(() => {
      isPausing = false;
      startWaiting();
    });
  }

  return {
    async withPermit(work) {
      await new Promise<void>((start) => {
        waiting.push(start);
        startWaiting();
      });
      try {
        return await work();
      } finally {
        underWay -= 1;
        startWaiting();
      }
    },
  };
}
