// The calls that wait for a batch, and the choice of the calls that leave together. This file has the plain queue: first in,
// first out. fair-queue.ts has the other one.
import type { StoreBusy } from '../ports/errors.ts';

export interface CallQueue<Item> {
  readonly length: number;
  /** Appends a call. @returns the error for the caller when the queue has no room */
  add(item: Item): StoreBusy | undefined;
  /** Removes the next batch: at least one call, unless the queue is empty. */
  take(): readonly Item[];
  /** Puts calls back that were taken and not run, before all that came after them. */
  putBack(items: readonly Item[]): void;
  removeAll(): readonly Item[];
  /** The time since which the oldest call waits for other players' calls; undefined when there is no such call. */
  oldestSince(): number | undefined;
  /** Milliseconds until the next batch may leave, unless a quick call arrives before; 0 for at once. */
  pauseMilliseconds(): number;
  /** Reports that the pause is over. */
  endPause(): void;
}

export interface QueueBounds<Item> {
  readonly maxCalls: number;
  /** The size of a call, for `maxBytes`. A batch has at least one call, whatever its size. */
  readonly sizeOf?: ((item: Item) => number) | undefined;
  readonly maxBytes?: number | undefined;
}

export function createFifoQueue<Item extends { readonly queuedAt: number }>(
  bounds: QueueBounds<Item>,
): CallQueue<Item> {
  let queue: Item[] = [];

  return {
    get length() {
      return queue.length;
    },
    add(item) {
      queue.push(item);
      return undefined;
    },
    take() {
      const count = countBatch(queue, bounds);
      const items = queue.slice(0, count);
      queue = queue.slice(count);
      return items;
    },
    putBack(items) {
      queue = [...items, ...queue];
    },
    removeAll() {
      const all = queue;
      queue = [];
      return all;
    },
    oldestSince: () => queue[0]?.queuedAt,
    pauseMilliseconds: () => 0,
    endPause: () => undefined,
  };
}

/** The number of calls in the next batch, bounded in calls and in bytes. */
function countBatch<Item>(queue: readonly Item[], { maxCalls, maxBytes, sizeOf }: QueueBounds<Item>): number {
  const most = Math.min(queue.length, maxCalls);
  if (!sizeOf || maxBytes === undefined) return most;
  let bytes = 0;
  for (let count = 0; count < most; count += 1) {
    bytes += sizeOf(queue[count] as Item);
    if (bytes > maxBytes) return Math.max(count, 1);
  }
  return most;
}
