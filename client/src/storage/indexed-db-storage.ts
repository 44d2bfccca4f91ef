// Saves in IndexedDB, which all tabs of a site share. Each update is one transaction with strict durability. Safari ends the
// connections of pages in the background, so a transaction that cannot begin gets a new connection once.
import { toFailure } from '../failure.ts';
import type { AreaContent, AreaUpdate, SaveStorage, StorageArea } from './area.ts';
import {
  type Database,
  type DatabaseRequest,
  type ObjectStore,
  platform,
  type Transaction,
  type TransactionMode,
} from './indexed-db-types.ts';

const entries = 'entries';
type Key = readonly [area: string, kind: 'change' | 'value', name: number | string];

function database() {
  if (platform.indexedDB === undefined) throw new Error('this platform has no IndexedDB');
  return platform.indexedDB;
}

const request = <Result>(of: DatabaseRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    of.onsuccess = () => resolve(of.result);
    of.onerror = () => reject(of.error);
  });

function connect(name: string): Promise<Database> {
  const opening = database().open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(entries);
  return request(opening);
}

/** @param name of the database, `playkeep` by default */
export function indexedDbStorage(name = 'playkeep'): SaveStorage {
  return {
    async open(area) {
      try {
        return openArea(name, area, await connect(name));
      } catch (error) {
        throw toFailure(error, 'storage', 'The storage of the browser cannot be used');
      }
    },
  };
}

function openArea(name: string, area: string, first: Database): StorageArea {
  let connection = first;
  let isClosed = false;

  /** Runs a function in one transaction, and resolves when that is durable. */
  async function run<Result>(
    mode: TransactionMode,
    act: (store: ObjectStore, transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    try {
      let transaction: Transaction;
      try {
        transaction = connection.transaction(entries, mode, { durability: 'strict' });
      } catch (error) {
        if (isClosed) throw error;
        connection = await connect(name);
        transaction = connection.transaction(entries, mode, { durability: 'strict' });
      }
      const ended = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
      });
      // One promise is awaited after the other, so a failure of this one alone is known in between.
      ended.catch(() => undefined);
      const result = await act(transaction.objectStore(entries), transaction);
      await ended;
      return result;
    } catch (error) {
      throw toFailure(error, 'storage', 'The storage of the browser failed');
    }
  }

  const valueKey = (value: string): Key => [area, 'value', value];
  const changeKey = (number: number): Key => [area, 'change', number];
  const put = (store: ObjectStore, key: Key, text: string | undefined) =>
    text === undefined ? store.delete(key) : store.put(text, key);
  const kind = (of: 'change' | 'value'): unknown => platform.IDBKeyRange?.bound([area, of], [area, of, []]);

  return {
    isShared: true,
    storageName: name,
    isDurable: true,
    read: () =>
      run('readonly', async (store): Promise<AreaContent> => {
        const read = async (of: 'change' | 'value') => {
          const [keys, texts] = await Promise.all([
            request(store.getAllKeys(kind(of))),
            request(store.getAll(kind(of))),
          ]);
          return keys.map((key, index) => [(key as Key)[2], texts[index]] as const);
        };
        const [values, changes] = await Promise.all([read('value'), read('change')]);
        return {
          values: new Map(values as readonly (readonly [string, string])[]),
          changes: new Map(changes as readonly (readonly [number, string])[]),
        };
      }),
    commit: (update: AreaUpdate) =>
      run('readwrite', async (store, transaction) => {
        for (const [value, text] of Object.entries(update.expected ?? {})) {
          if ((await request(store.get(valueKey(value)))) !== text) return false;
        }
        for (const [value, text] of Object.entries(update.values ?? {})) put(store, valueKey(value), text);
        for (const [number, text] of update.changes ?? []) put(store, changeKey(number), text);
        // A page that closes may not see the next turn, in which the browser would end it by itself.
        transaction.commit?.();
        return true;
      }),
    async close() {
      isClosed = true;
      connection.close();
    },
  };
}

/** Does the platform have this storage? */
export const hasIndexedDb = (): boolean => platform.indexedDB !== undefined;
