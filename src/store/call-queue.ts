// The calls that wait for a batch, and which of them leave together: here in the order of their coming, whosever they are.
import type { StoreBusy } from './store.ts';

export interface CallQueue<Item> {
  readonly length: number;
  /** Answers why there is no room for it, if there is none. */
  add(item: Item): StoreBusy | undefined;
  /** Those that leave next, together; one at least where one waits. */
  take(): readonly Item[];
  /** Calls that were taken and not done go before all that came after them. */
  putBack(items: readonly Item[]): void;
  removeAll(): readonly Item[];
  /** Since when the one waits that has waited longest for others; undefined when none does. */
  oldest(): number | undefined;
  /** How long to let others go first, in milliseconds, as long as nothing comes that need not; 0 for not at all. */
  pause(): number;
  /** Is told that the time is over. */
  paused(): void;
}

export interface QueueBounds<Item> {
  readonly maxCalls: number;
  /** What the calls that leave together may take; one leaves at least, whatever its size. */
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
