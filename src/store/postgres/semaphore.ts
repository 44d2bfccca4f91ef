// Slots for what only so many may do at once, given in the order of asking.
import { createWaitList } from './wait-list.ts';

export interface Semaphore {
  /** Does work in a slot. @throws StoreBusy when none was free in time */
  hold<T>(work: () => Promise<T>): Promise<T>;
}

export function createSemaphore(count: number, timeoutMilliseconds: number): Semaphore {
  const queue = createWaitList<void>(timeoutMilliseconds);
  let free = count;
  return {
    async hold(work) {
      if (free > 0) free -= 1;
      else await queue.wait();
      try {
        return await work();
      } finally {
        if (!queue.give()) free += 1;
      }
    },
  };
}
