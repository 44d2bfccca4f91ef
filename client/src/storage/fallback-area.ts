// An area that goes on in memory when the device can keep no more, as in private windows or on a full disk. Nothing that was read
// or written before is forgotten.
import { type AreaUpdate, createModel, type Entry, entryOf, type StorageArea } from './area.ts';
import { createMemoryArea } from './memory-storage.ts';

/** @param onLost called once, with the failure of the storage */
export function createFallbackArea(first: StorageArea, onLost: (failure: unknown) => void): StorageArea {
  let area = first;
  let model = createModel();
  let isLost = false;
  /** The device since it was lost: the content that it keeps. */
  const kept = createModel();

  function lose(failure: unknown): void {
    if (isLost) return;
    isLost = true;
    kept.apply(model.toEntry());
    area = createMemoryArea(model);
    onLost(failure);
  }

  /**
   * Takes settled changes off a device that is full, so that a later run does not send them again. While memory has one in another
   * form, such as one into which others were joined, all stay there. A device that is too full for that is asked again later.
   */
  async function forgetOnDevice(): Promise<void> {
    const last = Math.max(...kept.changes.keys());
    for (const [number, text] of model.changes)
      if (number <= last && kept.changes.get(number) !== text) return;
    const gone = new Map([...kept.changes].filter(([number]) => !model.changes.has(number)));
    if (gone.size === 0) return;
    const batch = kept.values.get('batch');
    const update = {
      values: batch === model.values.get('batch') ? {} : { batch: undefined },
      changes: new Map([...gone.keys()].map((number) => [number, undefined])),
    };
    try {
      // Of tabs, another one may have written. An area of one alone has failed writes in the view of itself.
      const expected = first.isShared
        ? { expectedBatch: batch, expectedChanges: gone }
        : { expectedBatch: (await first.read()).values.get('batch') };
      if (await first.commit({ ...update, ...expected })) kept.apply(entryOf(update));
    } catch {
      // It is too full.
    }
  }

  /** Runs on the device, and in memory from its first failure on. */
  async function run<Result>(act: (area: StorageArea) => Promise<Result>): Promise<Result> {
    const tried = area;
    try {
      return await act(tried);
    } catch (failure) {
      if (tried !== first) throw failure;
      lose(failure);
      return act(area);
    }
  }

  /** The changes so far. Once the device is lost, the next ones wait for them, so that all keep their order. */
  let earlier: Promise<unknown> = Promise.resolve();

  async function append(change: string, before: Promise<unknown>): Promise<number> {
    if (!isLost) {
      try {
        const number = await first.append(change);
        // Only now is it known whether the device keeps those before it.
        await before;
        if (isLost) return keepInMemory(number, change);
        model.apply({ changes: [[number, change]] });
        return number;
      } catch (failure) {
        lose(failure);
      }
    }
    await before;
    return area.append(change);
  }

  /** A change that the device kept although it lost one before it. */
  function keepInMemory(number: number, change: string): Promise<number> | number {
    const there = model.changes.get(number);
    const entry: Entry = { changes: [[number, change]] };
    kept.apply(entry);
    if (there === undefined) {
      model.apply(entry);
      return number;
    }
    // Its number went to the one before it, or it was read before that one had its place. It leaves the device, and follows.
    if (there === change) model.apply({ changes: [[number, null]] });
    return area.append(change);
  }

  return {
    get isShared() {
      return area.isShared;
    },
    get storageName() {
      return area.storageName;
    },
    get isDurable() {
      return area.isDurable;
    },
    read: () =>
      run(async (tried) => {
        const content = await tried.read();
        if (tried === first && !isLost) {
          model = createModel();
          model.apply({ values: Object.fromEntries(content.values), changes: [...content.changes] });
        }
        return content;
      }),
    append(change) {
      const stored = append(change, earlier);
      earlier = stored.catch(() => undefined);
      return stored;
    },
    commit: (update: AreaUpdate) =>
      run(async (tried) => {
        const applied = await tried.commit(update);
        if (applied && tried === first && !isLost) model.apply(entryOf(update));
        if (applied && tried !== first) await forgetOnDevice();
        return applied;
      }),
    async close() {
      if (isLost) await forgetOnDevice();
      await first.close();
    },
  };
}
