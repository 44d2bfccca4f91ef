// Least recently used first out. Given `max`, lru-cache makes room for all entries at once: 200,000 took 12 ms of a start and
// 9 MB of a process that serves ten players; given a size, it grows as they come.
import { LRUCache } from 'lru-cache';

export const createLru = <Value extends {}, Key extends string | number = string>(
  maxEntries: number,
): LRUCache<Key, Value> => new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 });
