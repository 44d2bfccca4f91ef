// A budget of memory: work that needs some of it waits until there is enough, in the order of asking.
import { ADMISSION_MAX_WAIT_MILLISECONDS } from '../../tuning.ts';
import { StoreBusy } from '../ports/store.ts';

export interface WeightedSemaphore {
  /**
   * Does work with so much of the budget; all of it, where the work needs more than there is.
   * @throws StoreBusy when those who wait already do so for too long
   */
  withReserved<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly bytes: number;
  readonly since: number;
  readonly start: () => void;
}

/** @param moment a moment in milliseconds, to tell how long something took */
export function createWeightedSemaphore(maxBytes: number, moment: () => number): WeightedSemaphore {
  const waiting: Waiting[] = [];
  let held = 0;

  /** Nobody overtakes, or who needs much would wait for ever. */
  function startNext(): void {
    for (let next = waiting[0]; next && held + next.bytes <= maxBytes; next = waiting[0]) {
      waiting.shift();
      held += next.bytes;
      next.start();
    }
  }

  return {
    async withReserved(bytes, work) {
      const own = Math.min(bytes, maxBytes);
      const first = waiting[0];
      if (first && moment() - first.since > ADMISSION_MAX_WAIT_MILLISECONDS) {
        throw new StoreBusy('too many wait for memory');
      }
      await new Promise<void>((start) => {
        waiting.push({ bytes: own, since: moment(), start });
        startNext();
      });
      try {
        return await work();
      } finally {
        held -= own;
        startNext();
      }
    },
  };
}
