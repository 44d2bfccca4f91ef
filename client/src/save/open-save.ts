// Opens a save: finds out whose it is, takes the device's copy or asks the service, and starts to send.
import { PlaykeepError, toFailure } from '../failure.ts';
import type { JsonObject } from '../record.ts';
import { OpenElsewhere, type SaveStorage, type StorageArea } from '../storage/area.ts';
import { createFallbackArea } from '../storage/fallback-area.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { subjectOf, type TokenSource } from '../token-source.ts';
import type { Transport } from '../transport.ts';
import { beginSave } from './begin-save.ts';
import { createIdentity } from './identity.ts';
import { openQueue } from './queue.ts';
import { runSave } from './run-save.ts';
import type { Save, SaveHandle } from './save.ts';
import type { Conflict } from './settlement.ts';
import type { SaveSession } from './shared-session.ts';
import { tabsNameOf } from './tabs.ts';

export interface SaveOptions<Data extends object = JsonObject> {
  /** The data of a save that neither the device nor the service has. */
  readonly initial?: Data;
  /** Decides about two devices that changed one path: what it answers is stored. Without it this device's changes stay. */
  readonly resolve?: (conflict: Conflict<Data>) => Data | Promise<Data>;
  /** The session that must be the active one for each write, such as that of `sessions.play`. */
  readonly session?: SaveSession;
}

export interface SaveDependencies {
  readonly url: string;
  readonly player: string | undefined;
  readonly storage: SaveStorage;
  readonly tokens: TokenSource;
  readonly transport: Transport;
}

/**
 * @throws PlaykeepError `unauthorized` where neither the option `player` nor a token says who plays; `storage` for a save that is
 *   open elsewhere. TypeError where `initial` is no object, or has a number that is not finite
 */
export async function openSave<Data extends object>(
  dependencies: SaveDependencies,
  options: SaveOptions<Data> = {},
): Promise<Save<Data>> {
  const player = dependencies.player ?? subjectOf((await dependencies.tokens.get()).text);
  if (player === undefined)
    throw new PlaykeepError('unauthorized', 'Neither `player` nor the token names the player');
  const name = `${dependencies.url.replace(/\/+$/, '')} ${player}`;
  let handle: SaveHandle<Data> | undefined;
  const onLost = (why: PlaykeepError): void => handle?.onStatus(handle.save.status, why);
  const { area, failure } = await openArea(dependencies.storage, name, onLost);
  try {
    const queue = await openQueue(area, () => handle?.onUpdate());
    const identity = createIdentity(dependencies.player, player, () => queue.base.playerId);
    const isNew = queue.base.etag === undefined && queue.changes.length === 0;
    if (isNew) await beginSave(queue, dependencies.transport, identity, options.initial);
    handle = runSave<Data>({
      ...{ transport: dependencies.transport, queue, identity, isNew },
      ...{ tabsName: area.isShared ? tabsNameOf(area.storageName, name) : undefined, options },
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
    const lose = (lost: unknown) => onLost(toFailure(lost, 'storage', 'The device keeps no more changes'));
    return { area: createFallbackArea(area, lose) };
  } catch (thrown) {
    const failure = toFailure(thrown, 'storage', 'The device keeps no changes');
    if (failure instanceof OpenElsewhere) throw failure;
    return { area: await memoryStorage().open(name), failure };
  }
}
