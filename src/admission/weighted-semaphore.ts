// A semaphore whose permits are bytes of memory. Work waits until its bytes are free, first in, first out.

import type { StoreRefusal } from '../errors/refusals-table.ts';
import { ADMISSION_MAX_WAIT_MILLISECONDS } from '../limits.ts';
import { StoreBusy } from '../store/ports/errors.ts';

export interface WeightedSemaphore {
  /**
   * Does work that holds this many bytes. Work that needs more than the whole budget reserves all of it.
   * @throws StoreBusy when the first caller in the queue has waited too long already
   */
  withReserved<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

export interface WeightedSemaphoreOptions {
  readonly maxBytes: number;
  /** The present moment in milliseconds of a monotonic clock. */
  readonly moment: () => number;
  readonly refusal: StoreRefusal;
}

interface Waiting {
  readonly bytes: number;
  readonly since: number;
  readonly start: () => void;
}

export function createWeightedSemaphore({
  maxBytes,
  moment,
  refusal,
}: WeightedSemaphoreOptions): WeightedSemaphore {
  const waiting: Waiting[] = [];
  let reserved = 0;

  /** Keeps a strict order: if small work overtook, large work would wait for ever. */
  function startNext(): void {
    for (let next = waiting[0]; next && reserved + next.bytes <= maxBytes; next = waiting[0]) {
      waiting.shift();
      reserved += next.bytes;
      next.start();
    }
  }

  return {
    async withReserved(bytes, work) {
      const own = Math.min(bytes, maxBytes);
      const first = waiting[0];
      if (first && moment() - first.since > ADMISSION_MAX_WAIT_MILLISECONDS) throw new StoreBusy(refusal);
      await new Promise<void>((start) => {
        waiting.push({ bytes: own, since: moment(), start });
        startNext();
      });
      try {
        return await work();
      } finally {
        reserved -= own;
        startNext();
      }
    },
  };
}
