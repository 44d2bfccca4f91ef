// An area whose content is in memory, and whose updates are written one after the other to a journal. Reads need no storage.
import { type AreaModel, type AreaUpdate, type Entry, entryOf, type StorageArea } from './area.ts';

export interface Journal {
  /** Resolves when the entry is durable. Calls are in order, and may be at once. */
  write(entry: Entry): Promise<void>;
  close(): Promise<void>;
}

export function createJournaledArea(model: AreaModel, journal: Journal, isDurable: boolean): StorageArea {
  async function record(entry: Entry): Promise<void> {
    model.apply(entry);
    await journal.write(entry);
  }
  return {
    isShared: false,
    isDurable,
    read: async () => ({ values: new Map(model.values), changes: new Map(model.changes) }),
    async append(change) {
      const number = model.nextNumber();
      await record({ changes: [[number, change]] });
      return number;
    },
    async commit(update: AreaUpdate) {
      if (!model.isApplicable(update)) return false;
      await record(entryOf(update));
      return true;
    },
    close: () => journal.close(),
  };
}
