// A semaphore: a bound on the callers that may do something at once. They get permits in the order of their requests.
import { createWaitList, type WaitListOptions } from './wait-list.ts';

export interface Semaphore {
  /** Does work with a permit. @throws StoreBusy when no permit was free in time */
  withPermit<T>(work: () => Promise<T>): Promise<T>;
}

export function createSemaphore(permits: number, options: WaitListOptions): Semaphore {
  const list = createWaitList<void>(options);
  let free = permits;
  return {
    async withPermit(work) {
      if (free > 0) free -= 1;
      else await list.wait();
      try {
        return await work();
      } finally {
        if (!list.give()) free += 1;
      }
    },
  };
}
