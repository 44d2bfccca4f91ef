// The opening of a save: its player is found out, its state comes from the device or the service, and sending begins.
import { PlaykeepError, toFailure } from '../failure.ts';
import { OpenElsewhere, type SaveStorage, type StorageArea } from '../storage/area.ts';
import { createFallbackArea } from '../storage/fallback-area.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import type { Transport } from '../transport.ts';
import { beginSave } from './begin-save.ts';
import { createIdentity } from './identity.ts';
import { openQueue } from './queue.ts';
import { runSave } from './run-save.ts';
import type { SaveHandle } from './save.ts';
import type { Save, SaveOptions } from './save-api.ts';
import { tabsNameOf } from './tabs.ts';

export interface SaveDependencies {
  readonly url: string;
  /** The option `player`. */
  readonly player: string | undefined;
  /** The same, else that of the token. */
  readonly currentPlayer: () => Promise<string | undefined>;
  readonly storage: SaveStorage;
  readonly installation: () => Promise<string>;
  readonly transport: Transport;
}

/**
 * @throws PlaykeepError `unauthorized` where neither the option `player` nor a token says who plays; `network` where no token comes;
 *   `storage` for a save that is open elsewhere. TypeError where `initial` is no object, or has a number that is not finite
 */
export async function openSave<Data extends object>(
  dependencies: SaveDependencies,
  options: SaveOptions<Data> = {},
): Promise<Save<Data>> {
  const player = await dependencies.currentPlayer();
  if (player === undefined)
    throw new PlaykeepError('unauthorized', 'Neither `player` nor the token names the player');
  const name = `${dependencies.url} ${player}`;
  let handle: SaveHandle<Data> | undefined;
  const onLost = (why: PlaykeepError): void => handle?.onStatus(handle.save.status, why);
  const { area, failure } = await openArea(dependencies.storage, name, onLost);
  try {
    const queue = await openQueue(area, () => handle?.onUpdate());
    const identity = createIdentity(dependencies.player, player);
    const isNew = queue.base.etag === undefined && queue.changes.length === 0;
    if (isNew) await beginSave(queue, dependencies.transport, identity, options.initial);
    handle = runSave<Data>({
      transport: dependencies.transport,
      installation: await dependencies.installation(),
      queue,
      identity,
      isNew,
      tabsName: area.isShared ? tabsNameOf(area.storageName, name) : undefined,
      options,
    });
  } catch (thrown) {
    // Otherwise the next attempt would find it open.
    await area.close().catch(() => undefined);
    throw thrown;
  }
  if (failure) onLost(failure);
  return handle.save;
}

/** The device's area, or one in memory where the device has no storage. */
async function openArea(
  storage: SaveStorage,
  name: string,
  onLost: (failure: PlaykeepError) => void,
): Promise<{ readonly area: StorageArea; readonly failure?: PlaykeepError }> {
  try {
    const area = await storage.open(name);
    const lose = (lost: unknown) => onLost(toFailure(lost, 'storage', 'The device keeps no changes'));
    return { area: createFallbackArea(area, lose) };
  } catch (thrown) {
    const failure = toFailure(thrown, 'storage', 'The device keeps no changes');
    if (failure instanceof OpenElsewhere) throw failure;
    return { area: await memoryStorage().open(name), failure };
  }
}
