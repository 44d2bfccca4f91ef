// The device's copy of one save: the last record of the service, the request that is on its way, and the changes in order. An
// update applies whole or not at all, and only while the request on its way is the one that the caller knows.

import { PlaykeepError } from '../failure.ts';

/** Two senders of one save would each hold changes that the other does not have. */
export class OpenElsewhere extends PlaykeepError {
  constructor() {
    super('storage', 'The save is open in another place on this device');
  }
}

export interface AreaContent {
  /** `base` and `batch`, as JSON texts. */
  readonly values: ReadonlyMap<string, string>;
  /** Changes as JSON texts, by number. */
  readonly changes: ReadonlyMap<number, string>;
}

export interface AreaUpdate {
  /** The value of `batch` that must still be stored. */
  readonly expectedBatch: string | undefined;
  /** Changes that must still be stored as they are here: their texts, by number. */
  readonly expectedChanges?: ReadonlyMap<number, string>;
  /** No change may be stored under a higher number. */
  readonly expectedLast?: number;
  /** Undefined deletes. */
  readonly values?: Readonly<Record<string, string | undefined>>;
  /** Undefined deletes. */
  readonly changes?: ReadonlyMap<number, string | undefined>;
}

export interface StorageArea {
  /** Do other tabs use it at the same time? */
  readonly isShared: boolean;
  /** Tells storages of one origin apart. Tabs share a save where its storage has the same name. */
  readonly storageName?: string | undefined;
  /** Does it outlive the process? */
  readonly isDurable: boolean;
  read(): Promise<AreaContent>;
  /**
   * Adds a change under the next number. It resolves when the change is durable. Calls come before others have resolved: their
   * numbers are in the order of the calls, and a `read` or a `commit` comes after the calls before it.
   */
  append(change: string): Promise<number>;
  /** Resolves when the update is durable; false if it did not apply. */
  commit(update: AreaUpdate): Promise<boolean>;
  close(): Promise<void>;
}

/** A place on the device for the areas of all saves. */
export interface SaveStorage {
  /** @param name of the service and the player. @throws PlaykeepError `storage` */
  open(name: string): Promise<StorageArea>;
  /**
   * For a storage that processes share: a lock that ends with its process.
   * @returns a function that frees it; undefined where another one has it
   */
  readonly lock?: (name: string) => Promise<(() => void) | undefined>;
}

/** An update as it is kept: what it sets and deletes. */
export type Entry = Pick<AreaUpdate, 'values'> & {
  readonly changes?: readonly (readonly [number, string | null])[];
};

/** The content of an area in memory. */
export interface AreaModel extends AreaContent {
  isApplicable(update: AreaUpdate): boolean;
  apply(entry: Entry): void;
  nextNumber(): number;
  /** One entry that makes an empty area this one. */
  toEntry(): Entry;
}

export const entryOf = ({ values, changes }: Pick<AreaUpdate, 'values' | 'changes'>): Entry => ({
  ...(values && { values }),
  ...(changes && { changes: [...changes].map(([number, text]) => [number, text ?? null] as const) }),
});

export function createModel(): AreaModel {
  const values = new Map<string, string>();
  const changes = new Map<number, string>();
  let last = 0;
  return {
    values,
    changes,
    isApplicable: ({ expectedBatch, expectedChanges = new Map(), expectedLast = Number.POSITIVE_INFINITY }) =>
      values.get('batch') === expectedBatch &&
      [...changes.keys()].every((number) => number <= expectedLast) &&
      [...expectedChanges].every(([number, text]) => changes.get(number) === text),
    apply(entry) {
      for (const [name, text] of Object.entries(entry.values ?? {})) {
        // JSON keeps no undefined, so an entry that was stored has null.
        if (text === undefined || text === null) values.delete(name);
        else values.set(name, text);
      }
      for (const [number, text] of entry.changes ?? []) {
        if (text === null) changes.delete(number);
        else changes.set(number, text);
        last = Math.max(last, number);
      }
    },
    nextNumber() {
      last += 1;
      return last;
    },
    toEntry: () => ({ values: Object.fromEntries(values), changes: [...changes] }),
  };
}

/** An entry as one line of JSON. */
export const formatEntry = ({ values, changes }: Entry): string =>
  JSON.stringify({
    ...(values && {
      values: Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text ?? null])),
    }),
    ...(changes && { changes }),
  });
