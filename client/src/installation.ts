// The installation: this copy of the game on this device or browser profile. Its id is random, lives in the storage beside the saves
// of all players, and is made anew where that was cleared. The service remembers the last write of each installation.
import { randomId } from './random-id.ts';
import { OpenElsewhere, type SaveStorage, type StorageArea } from './storage/area.ts';

/** The ids that this process has asked for. */
const known = new WeakMap<SaveStorage, Map<string, Promise<string>>>();

/**
 * The id for a service. All players, tabs and processes that use the storage have the same. Where it keeps nothing, the id is one for
 * this run.
 */
export function installationOf(storage: SaveStorage, url: string): Promise<string> {
  const ids = known.get(storage) ?? new Map<string, Promise<string>>();
  known.set(storage, ids);
  const id = ids.get(url) ?? readOrMake(storage, url).catch(randomId);
  ids.set(url, id);
  return id;
}

const valueName = 'installation';

async function readOrMake(storage: SaveStorage, url: string): Promise<string> {
  const area = await openSoon(storage, url);
  try {
    for (;;) {
      // Version 0.2 kept it under the lowest number.
      const { values, changes } = await area.read();
      const id = values.get(valueName) ?? changes.get(Math.min(...changes.keys()));
      if (id !== undefined) return id;
      // Of several that tabs make at once, the first one counts.
      const made = randomId();
      const update = { values: { [valueName]: made }, changes: new Map([[1, made]]) };
      if (await area.commit({ ...update, expected: { [valueName]: undefined } })) return made;
    }
  } finally {
    await area.close().catch(() => undefined);
  }
}

const pauseMilliseconds = 50;

/** Another process may have the area for the moment in which it reads the id. */
const openSoon = (storage: SaveStorage, name: string, attempts = 40): Promise<StorageArea> =>
  storage.open(name).catch(async (failure) => {
    if (!(failure instanceof OpenElsewhere) || attempts === 1) throw failure;
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    return openSoon(storage, name, attempts - 1);
  });
