// The calls that wait for a batch, and which of them leave together: here in the order of their coming, whosever they are.
import type { StoreBusy } from '../ports/store.ts';

export interface CallQueue<Item> {
  readonly length: number;
  /** @returns the refusal, if the queue has no room. */
  add(item: Item): StoreBusy | undefined;
  /** Removes the next batch: at least one call, unless the queue is empty. */
  take(): readonly Item[];
  /** Puts back calls that were taken and not done, before all that came after them. */
  putBack(items: readonly Item[]): void;
  removeAll(): readonly Item[];
  /** The time since which the oldest call waits for others; undefined when none does. */
  oldest(): number | undefined;
  /** Milliseconds for which the slow calls shall let others go first, unless a quick call arrives; 0 for no pause. */
  pause(): number;
  /** Tells the queue that the pause is over. */
  paused(): void;
}

export interface QueueBounds<Item> {
  readonly maxCalls: number;
  /** The size of a call, for the bound of one batch. A batch has at least one call, whatever its size. */
  readonly sizeOf?: ((item: Item) => number) | undefined;
  readonly maxBytes?: number | undefined;
}

export function createOrderedQueue<Item extends { readonly queuedAt: number }>(
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
      const count = countNext(queue, bounds);
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
    oldest: () => queue[0]?.queuedAt,
    pause: () => 0,
    paused: () => undefined,
  };
}

/** How many of the waiting calls leave together: bounded in number and, where calls have a size, in bytes. */
function countNext<Item>(queue: readonly Item[], { maxCalls, maxBytes, sizeOf }: QueueBounds<Item>): number {
  const most = Math.min(queue.length, maxCalls);
  if (!sizeOf || maxBytes === undefined) return most;
  let bytes = 0;
  for (let count = 0; count < most; count += 1) {
    bytes += sizeOf(queue[count] as Item);
    if (bytes > maxBytes) return Math.max(count, 1);
  }
  return most;
}
