// An area that goes on in memory when the device can keep no more, as in private windows or on a full disk. Nothing that was read
// or written before is forgotten.
import { type AreaUpdate, createModel, entryOf, type StorageArea } from './area.ts';
import { createMemoryArea } from './memory-storage.ts';

/** @param onLost called once, with the failure of the storage */
export function createFallbackArea(first: StorageArea, onLost: (failure: unknown) => void): StorageArea {
  let area = first;
  let model = createModel();
  let isLost = false;
  /** The request on its way as the device has it, after it was lost. */
  let batchOfFirst: string | undefined;

  function lose(failure: unknown): void {
    if (isLost) return;
    isLost = true;
    area = createMemoryArea(model);
    batchOfFirst = model.values.get('batch');
    onLost(failure);
  }

  /** Settled, and maybe still on the device. */
  const settled = new Map<number, undefined>();

  /**
   * Takes settled changes off a device that is full, so that a later run does not send them again. A device that is too full for
   * that is asked again with the next ones.
   */
  async function forgetOnDevice({ changes = new Map() }: AreaUpdate): Promise<void> {
    for (const [number, text] of changes) if (text === undefined) settled.set(number, undefined);
    if (settled.size === 0) return;
    const deleted = new Map(settled);
    try {
      // A write that failed may be in the view that an area has of itself. The writes of other tabs must stay.
      const expectedBatch = first.isShared ? batchOfFirst : (await first.read()).values.get('batch');
      if (!(await first.commit({ expectedBatch, values: { batch: undefined }, changes: deleted }))) return;
    } catch {
      return;
    }
    batchOfFirst = undefined;
    for (const number of deleted.keys()) settled.delete(number);
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
    if (there === undefined) {
      model.apply({ changes: [[number, change]] });
      return number;
    }
    // Its number went to the one before it, or it was read before that one had its place. It leaves the device, and follows.
    settled.set(number, undefined);
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
        if (applied && tried !== first) await forgetOnDevice(update);
        return applied;
      }),
    async close() {
      if (isLost) await forgetOnDevice({ expectedBatch: undefined });
      await first.close();
    },
  };
}
