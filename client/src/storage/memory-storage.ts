// Saves in memory: for servers, tests, and devices that can keep nothing. An area stays while the storage object does.
import { type AreaModel, createModel, type SaveStorage, type StorageArea } from './area.ts';
import { createJournaledArea } from './journaled-area.ts';

const nothing = { write: async () => undefined, close: async () => undefined };

export function createMemoryArea(model: AreaModel): StorageArea {
  return createJournaledArea(model, nothing, false);
}

export function memoryStorage(): SaveStorage {
  const models = new Map<string, AreaModel>();
  return {
    async open(name) {
      const model = models.get(name) ?? createModel();
      models.set(name, model);
      return createMemoryArea(model);
    },
  };
}
