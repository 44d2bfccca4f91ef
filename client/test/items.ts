// Storages of devices whose content a test may copy, as a backup does.
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AsyncStorageAdapter, asyncStorage, type SaveStorage } from '../src/index.ts';
import { fileStorage, isDotnet } from './under-test.ts';

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

export interface CopyableStorage {
  readonly storage: SaveStorage;
  copy(): CopyableStorage;
}

const ofItems = (items: Items): CopyableStorage => ({
  storage: itemsStorage(items),
  copy: () => ofItems(new Map(items)),
});

const ofFolder = (folder: string): CopyableStorage => ({
  storage: fileStorage(folder),
  copy() {
    const other = newFolder();
    cpSync(folder, other, { recursive: true });
    return ofFolder(other);
  },
});

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'playkeep-items-'));

/** A storage of the client under test that a test may copy. */
export const copyableStorage = (): CopyableStorage => (isDotnet ? ofFolder(newFolder()) : ofItems(new Map()));
