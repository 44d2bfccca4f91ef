// A cache of bounded size, which grows with its entries. `get` counts as a use, so the entry that was used least recently is
// evicted first. `peek` does not, so with `peek` alone the oldest entry is evicted first.
import { LRUCache } from 'lru-cache';
import { hashOf } from './key-map.ts';

// With `max`, lru-cache allocates for all entries at once: 200,000 took 12 ms of a start and 9 MB of memory. With `maxSize` it
// allocates as they come.
export const createBoundedCache = <Value extends {}>(maxEntries: number): LRUCache<number, Value> =>
  new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 });

/** The same with a bound on the sizes of all entries together. */
export const createSizedCache = <Value extends {}>(
  maxSize: number,
  sizeOf: (value: Value) => number,
): LRUCache<number, Value> => new LRUCache({ maxSize, sizeCalculation: sizeOf });

/** A cache by strings that callers choose, such as player ids. Of two keys with the same hash it keeps the later one. */
export interface KeyCache<Value> {
  /** Reads, and counts as a use. */
  get(key: string): Value | undefined;
  /** Reads, and leaves the order of eviction alone. */
  peek(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

export function createKeyCache<Value>(maxEntries: number): KeyCache<Value> {
  const entries = createBoundedCache<{ readonly key: string; readonly value: Value }>(maxEntries);
  return {
    get(key) {
      const entry = entries.get(hashOf(key));
      return entry?.key === key ? entry.value : undefined;
    },
    peek(key) {
      const entry = entries.peek(hashOf(key));
      return entry?.key === key ? entry.value : undefined;
    },
    set: (key, value) => void entries.set(hashOf(key), { key, value }),
    delete: (key) => void entries.delete(hashOf(key)),
  };
}
