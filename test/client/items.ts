// Storages of devices whose content a test may copy, as a backup does.
import { type AsyncStorageAdapter, asyncStorage, type SaveStorage } from '../../client/src/index.ts';

export type Items = Map<string, string>;

const adapters = new WeakMap<Items, AsyncStorageAdapter>();

/** @param items that the device keeps */
export function itemsStorage(items: Items): SaveStorage {
  const adapter = adapters.get(items) ?? {
    getItem: async (key) => items.get(key) ?? null,
    setItem: async (key, value) => void items.set(key, value),
    removeItem: async (key) => void items.delete(key),
  };
  adapters.set(items, adapter);
  return asyncStorage(adapter);
}
