// A semaphore whose permits are bytes of memory. Work waits until its bytes are free, first in, first out.

import type { StoreRefusal } from '../errors/refusals-table.ts';
import { StoreBusy } from '../store/ports/errors.ts';

export interface WeightedSemaphore {
  /**
   * Does work that holds this many bytes. Work that needs more than the whole budget reserves all of it.
   * @throws StoreBusy when the work that waits already needs too much
   */
  withReserved<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

export interface WeightedSemaphoreOptions {
  readonly maxBytes: number;
  /** The bytes that waiting work may need. */
  readonly maxWaitingBytes: number;
  readonly refusal: StoreRefusal;
}

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

export function createWeightedSemaphore({
  maxBytes,
  maxWaitingBytes,
  refusal,
}: WeightedSemaphoreOptions): WeightedSemaphore {
  const waiting: Waiting[] = [];
  let reserved = 0;
  let waitingBytes = 0;

  /** Keeps a strict order: if small work overtook, large work would wait for ever. */
  function startNext(): void {
    for (let next = waiting[0]; next && reserved + next.bytes <= maxBytes; next = waiting[0]) {
      waiting.shift();
      waitingBytes -= next.bytes;
      reserved += next.bytes;
      next.start();
    }
  }

  return {
    async withReserved(bytes, work) {
      const own = Math.min(bytes, maxBytes);
      if (waitingBytes + own > maxWaitingBytes) throw new StoreBusy(refusal);
      await new Promise<void>((start) => {
        waiting.push({ bytes: own, start });
        waitingBytes += own;
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
