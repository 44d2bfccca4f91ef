// An area that goes on in memory when the device can keep no more, as in private windows, on a full disk, or where the storage does
// not answer. Nothing that was read or written before is forgotten.
import { PlaykeepError } from '../failure.ts';
import { type AreaUpdate, createModel, entryOf, type StorageArea } from './area.ts';
import { createMemoryArea } from './memory-storage.ts';

/** A storage that takes longer has failed. Browsers have let pages wait for good. */
const patienceMilliseconds = 5_000;

/** @throws PlaykeepError `storage` where nothing is answered in time */
export async function answeredSoon<Answer>(asked: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PlaykeepError('storage', 'The storage does not answer')),
      patienceMilliseconds,
    );
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/**
 * @param onLost called once, with the failure of the storage
 * @param isSettled is all of the save with the service?
 */
export function createFallbackArea(
  first: StorageArea,
  onLost: (failure: unknown) => void,
  isSettled: () => boolean,
): StorageArea {
  const model = createModel();
  const memory = createMemoryArea(model);
  let area = first;

  /** Runs on the device, and in memory from its first failure on. */
  async function run<Result>(act: (on: StorageArea) => Promise<Result>): Promise<Result> {
    if (area !== first) return act(memory);
    try {
      return await answeredSoon(act(first));
    } catch (failure) {
      if (area === first) {
        area = memory;
        onLost(failure);
      }
      return act(memory);
    }
  }

  /**
   * What the device still has would be sent a second time by a later run. Once the service has all of it, it leaves the device, which
   * mostly has room to delete.
   */
  async function forgetOnDevice(): Promise<void> {
    if (!isSettled()) return;
    const gone = Object.fromEntries([...kept].map((name) => [name, undefined]));
    // Of tabs, another one may use the device.
    if (kept.size === 0 || first.isShared) return;
    await first
      .commit({ values: gone })
      .then(() => kept.clear())
      .catch(() => undefined);
  }
  /** The names of what the device has. */
  const kept = new Set<string>();

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
      run(async (on) => {
        const content = await on.read();
        if (on === first && area === first) {
          for (const name of [...model.values.keys()])
            model.values.has(name) && model.apply({ values: { [name]: undefined } });
          model.apply({ values: Object.fromEntries(content.values), changes: [...content.changes] });
          for (const name of content.values.keys()) kept.add(name);
        }
        return content;
      }),
    commit: (update: AreaUpdate) =>
      run(async (on) => {
        const applied = await on.commit(update);
        if (on === first) {
          // One that the device kept although it lost one before it is in memory too.
          if (applied) model.apply(entryOf(update));
          for (const [name, text] of Object.entries(update.values ?? {}))
            if (text !== undefined) kept.add(name);
        } else await forgetOnDevice();
        return applied;
      }),
    async close() {
      if (area !== first) await forgetOnDevice();
      await first.close();
    },
  };
}
