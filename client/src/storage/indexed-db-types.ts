// The part of IndexedDB that the storage uses (W3C Indexed Database API 3.0), so that the package compiles without the types of a
// browser.

export interface DatabaseRequest<Result> {
  readonly result: Result;
  readonly error: Error | null;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

export interface ObjectStore {
  get(key: unknown): DatabaseRequest<string | undefined>;
  getAll(range: unknown): DatabaseRequest<string[]>;
  getAllKeys(range: unknown): DatabaseRequest<unknown[]>;
  count(key: unknown): DatabaseRequest<number>;
  put(value: string, key: unknown): unknown;
  delete(key: unknown): unknown;
}

export interface Transaction {
  readonly error: Error | null;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
  objectStore(name: string): ObjectStore;
  /** Missing in browsers of before 2021. */
  commit?(): void;
}

export type TransactionMode = 'readonly' | 'readwrite';

export interface Database {
  transaction(store: string, mode: TransactionMode, options: { readonly durability: 'strict' }): Transaction;
  createObjectStore(name: string): unknown;
  close(): void;
}

interface Platform {
  readonly indexedDB?: {
    open(name: string, version: number): DatabaseRequest<Database> & { onupgradeneeded: (() => void) | null };
  };
  readonly IDBKeyRange?: { bound(lower: unknown, upper: unknown): unknown };
}

/** The platform's own, where it has one. */
export const platform = globalThis as Platform;
