// The device's copy of one save: texts by name. An update applies whole or not at all, and only while the values that it expects are
// stored.

import { PlaykeepError } from '../failure.ts';

/** Two senders of one save would each hold changes that the other does not have. */
export class OpenElsewhere extends PlaykeepError {
  constructor() {
    super('storage', 'The save is open in another place on this device');
  }
}

export interface AreaContent {
  readonly values: ReadonlyMap<string, string>;
  /** What the client kept by numbers until version 0.2: the changes of a queue, and the id of an installation. */
  readonly changes: ReadonlyMap<number, string>;
}

export interface AreaUpdate {
  /** Values that must still be stored, or missing, as here. Without it nothing is read before the write. */
  readonly expected?: Readonly<Record<string, string | undefined>>;
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
  /** It comes after the calls before it, as each call does. */
  read(): Promise<AreaContent>;
  /** Resolves when the update is durable; false if it did not apply. Calls come before others have resolved. */
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
  return {
    values,
    changes,
    isApplicable: ({ expected = {} }) =>
      Object.entries(expected).every(([name, text]) => values.get(name) === text),
    apply(entry) {
      for (const [name, text] of Object.entries(entry.values ?? {})) {
        // JSON keeps no undefined, so an entry that was stored has null.
        if (text === undefined || text === null) values.delete(name);
        else values.set(name, text);
      }
      for (const [number, text] of entry.changes ?? []) {
        if (text === null) changes.delete(number);
        else changes.set(number, text);
      }
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
