// A semaphore whose permits are bytes of memory. Work waits until its bytes are free, first in, first out.
import { ADMISSION_MAX_WAIT_MILLISECONDS } from '../../limits.ts';
import { StoreBusy } from '../ports/errors.ts';

export interface WeightedSemaphore {
  /**
   * Runs work while it holds so many bytes. Work that asks for more than there are gets all of them.
   * @throws StoreBusy when the first in line already waits for too long
   */
  withReserved<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly bytes: number;
  readonly since: number;
  readonly start: () => void;
}

/** @param moment a monotonic clock in milliseconds. */
export function createWeightedSemaphore(maxBytes: number, moment: () => number): WeightedSemaphore {
  const waiting: Waiting[] = [];
  let held = 0;

  /** In strict order: if small requests overtook, a large one would wait for ever. */
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
