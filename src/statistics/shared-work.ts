// Work that equal requests at the same time share, such as the polls of many dashboards. A request that comes after the end of the
// work begins anew, so nothing is cached.
import { KeyMap } from '../lib/key-map.ts';

/** @returns a function that runs `work`, unless work under the same key is under way: then all get its result or its error. */
export function createSharedWork<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new KeyMap<Promise<T>>();
  return (key, work) => {
    const known = underWay.get(key);
    if (known) return known;
    const result = work().finally(() => underWay.delete(key));
    underWay.set(key, result);
    return result;
  };
}
