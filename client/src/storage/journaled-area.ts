// An area whose content is in memory, and whose updates are written one after the other to a journal. Reads need no storage.
import { type AreaModel, type Entry, entryOf, type StorageArea } from './area.ts';

export interface Journal {
  /** Resolves when the entry is durable. Calls are in order, and may be at once. */
  write(entry: Entry): Promise<void>;
  close(): Promise<void>;
}

export function createJournaledArea(model: AreaModel, journal: Journal, isDurable: boolean): StorageArea {
  return {
    isShared: false,
    isDurable,
    read: async () => ({ values: new Map(model.values), changes: new Map(model.changes) }),
    async commit(update) {
      if (!model.isApplicable(update)) return false;
      const entry = entryOf(update);
      model.apply(entry);
      await journal.write(entry);
      return true;
    },
    close: () => journal.close(),
  };
}
