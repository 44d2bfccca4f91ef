// Saves in a store of keys and texts, such as React Native's AsyncStorage. Each entry is an item of its own, so an update is
// one write. Long texts are split, since Android cannot read rows of more than 2 MB. One process uses the store.
import { PlaykeepError } from '../failure.ts';
import { createModel, type Entry, formatEntry, OpenElsewhere, type SaveStorage } from './area.ts';
import { createJournaledArea, type Journal } from './journaled-area.ts';

export interface AsyncStorageAdapter {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}

/** In UTF-8 at most 1.5 MB. */
const partCharacters = 500_000;
const entriesBeforeSnapshot = 64;

/** The saves that are open in each store. Two writers of one would take each other's items. */
const opened = new WeakMap<AsyncStorageAdapter, Set<string>>();

export function asyncStorage(adapter: AsyncStorageAdapter): SaveStorage {
  /** Writes a text so that it is there whole or not at all: its parts first, then the item that counts them. */
  async function write(key: string, text: string): Promise<void> {
    const parts = Math.ceil(text.length / partCharacters);
    for (let part = 1; part < parts; part += 1) {
      await adapter.setItem(`${key}.${part}`, text.slice(part * partCharacters, (part + 1) * partCharacters));
    }
    await adapter.setItem(key, `${parts} ${text.slice(0, partCharacters)}`);
  }

  async function read(key: string): Promise<string | undefined> {
    const first = await adapter.getItem(key);
    if (first === null) return undefined;
    const space = first.indexOf(' ');
    let text = first.slice(space + 1);
    for (let part = 1; part < Number(first.slice(0, space)); part += 1) {
      const next = await adapter.getItem(`${key}.${part}`);
      if (next === null) throw new PlaykeepError('storage', 'A part of the save is missing on the device');
      text += next;
    }
    return text;
  }

  async function remove(key: string): Promise<void> {
    const parts = Number((await adapter.getItem(key))?.split(' ', 1)[0] ?? 0);
    await adapter.removeItem(key);
    for (let part = 1; part < parts; part += 1) await adapter.removeItem(`${key}.${part}`);
  }

  async function open(name: string) {
    const held = opened.get(adapter) ?? new Set();
    opened.set(adapter, held);
    if (held.has(name)) throw new OpenElsewhere();
    held.add(name);
    try {
      return await openArea(name);
    } catch (error) {
      held.delete(name);
      throw error;
    }
  }

  async function openArea(name: string) {
    const prefix = `playkeep ${name}`;
    const model = createModel();
    const itemOf = (number: number) => `${prefix} ${number}`;
    // The pointer names the snapshot, which is an entry like the ones after it.
    let first = Number((await adapter.getItem(prefix)) ?? 1);
    let next = first;
    for (let text = await read(itemOf(next)); text !== undefined; text = await read(itemOf(next))) {
      model.apply(JSON.parse(text) as Entry);
      next += 1;
    }

    async function snapshot(): Promise<void> {
      const [from, to] = [first, next];
      await write(itemOf(to), formatEntry(model.toEntry()));
      next = to + 1;
      await adapter.setItem(prefix, String(to));
      first = to;
      for (let number = from; number < to; number += 1) await remove(itemOf(number));
    }

    let writing: Promise<void> = Promise.resolve();
    /** Entries that the model has and the device does not, such as one whose write failed. */
    let unstored = 0;
    const journal: Journal = {
      write(entry) {
        const text = formatEntry(entry);
        unstored += 1;
        const written = writing.then(async () => {
          await write(itemOf(next), text);
          next += 1;
          unstored -= 1;
          // A snapshot of the model would have those too.
          if (unstored === 0 && next - first > entriesBeforeSnapshot) await snapshot();
        });
        writing = written.catch(() => undefined);
        return written;
      },
      async close() {
        await writing;
        opened.get(adapter)?.delete(name);
      },
    };
    return createJournaledArea(model, journal, true);
  }

  return { open };
}
