// The opening of a save: its player is found out, its state comes from the device, the service or the game, and sending begins.
import { untilAborted } from '../abort.ts';
import { pauseMilliseconds } from '../environment.ts';
import { PlaykeepError, toFailure } from '../failure.ts';
import { OpenElsewhere, type SaveStorage, type StorageArea } from '../storage/area.ts';
import { answeredSoon, createFallbackArea } from '../storage/fallback-area.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import type { Transport } from '../transport.ts';
import { type Answer, isUnsent } from './device.ts';
import { answerOf, readRecord } from './exchange.ts';
import { createIdentity, type Identity } from './identity.ts';
import { parsePointer } from './pointer.ts';
import { type RunningSave, runSave } from './run-save.ts';
import type { Save, SaveOptions } from './save-api.ts';
import { openStore, type Store } from './store.ts';
import { tabsNameOf } from './tabs.ts';
import { toDocument } from './values.ts';

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
 *   `storage` for a save that is open elsewhere; `refused` where `initial` or `existing` is no document. A refusal of the service where
 *   the device has no copy. The reason of an aborted `signal`
 */
export async function openSave<Data extends object>(
  dependencies: SaveDependencies,
  options: SaveOptions<Data> = {},
): Promise<Save<Data>> {
  const { signal } = options;
  const player = await untilAborted(dependencies.currentPlayer(), signal);
  if (player === undefined)
    throw new PlaykeepError('unauthorized', 'Neither `player` nor the token names the player');
  const name = `${dependencies.url} ${player}`;
  const { initial, existing, conflicts = 'paths' } = options;
  const units = conflicts === 'document' ? [[]] : conflicts === 'paths' ? [] : conflicts.map(parsePointer);
  let running: RunningSave<Data> | undefined;
  /** Told before the save is there. */
  const early: ((told: RunningSave<Data>) => void)[] = [];
  const tell = (news: (told: RunningSave<Data>) => void): void => {
    if (running) news(running);
    else early.push(news);
  };
  const onLost = (why: PlaykeepError): void => tell(({ save, onStatus }) => onStatus(save.status, why));
  let isSettled = (): boolean => false;
  const { area, failure } = await openArea(dependencies.storage, name, onLost, () => isSettled());
  try {
    const store = await openStore(
      area,
      {
        initial: initial && toDocument(initial, undefined, true),
        existing: existing && toDocument(existing, undefined, true),
        resolves: options.resolve !== undefined,
        units,
        onConflict: (conflict) => tell(({ onConflict }) => onConflict(conflict)),
        onRefused: (step) => tell(({ onRefused }) => onRefused(step)),
      },
      { onChange: (origin) => running?.onChange(origin), onWritten: () => running?.onWritten() },
    );
    isSettled = () => !store.kept || !isUnsent(store.kept);
    const { transport } = dependencies;
    const identity = createIdentity(dependencies.player, player);
    let source: Save['source'] = 'device';
    if (!store.kept) {
      const answer = await firstRecord(transport, identity, signal);
      await store.update(
        (kept) => kept ?? (answer ? store.device.openWith(answer) : store.device.openWithout(undefined)),
        'service',
      );
      source = originOf(store);
    }
    running = runSave<Data>({
      ...{ transport, store, identity, units, source, options },
      installation: await dependencies.installation(),
      tabsName: area.isShared ? tabsNameOf(area.storageName, name) : undefined,
    });
  } catch (thrown) {
    // Otherwise the next attempt would find it open.
    await area.close().catch(() => undefined);
    throw thrown;
  }
  const { save } = running;
  // The game listens when it has the save.
  setTimeout(() => early.forEach(tell));
  if (failure) onLost(failure);
  return save;
}

const originOf = ({ kept }: Store): Save['source'] => kept?.begun || 'service';

/** A save that the service does not answer for so long begins without it. */
const patienceMilliseconds = 3_000;

/** The record; undefined where attempts to read it have failed for three seconds. @throws a refusal, or the reason of an abort */
async function firstRecord(
  transport: Transport,
  identity: Identity,
  signal = new AbortController().signal,
): Promise<Answer | undefined> {
  const { now, sleep, random } = transport.environment;
  let failedAt: number | undefined;
  let paused = 0;
  for (let failures = 1; ; failures += 1) {
    try {
      return answerOf(await readRecord(transport, signal), identity);
    } catch (thrown) {
      signal.throwIfAborted();
      const isPassing =
        thrown instanceof PlaykeepError &&
        (thrown.status === 0 || thrown.status === 429 || thrown.status >= 500);
      if (!isPassing || thrown.code === 'unauthorized') throw thrown;
      failedAt ??= now();
      const left = patienceMilliseconds - Math.max(now() - failedAt, paused);
      if (left <= 0) return undefined;
      const pause = Math.min(left, pauseMilliseconds(failures, thrown.retryAfterSeconds, random));
      paused += pause;
      await sleep(pause, signal);
      signal.throwIfAborted();
    }
  }
}

/** The device's area, or one in memory where the device has no storage. */
async function openArea(
  storage: SaveStorage,
  name: string,
  onLost: (failure: PlaykeepError) => void,
  isSettled: () => boolean,
): Promise<{ readonly area: StorageArea; readonly failure?: PlaykeepError }> {
  try {
    const opening = storage.open(name);
    const area = await answeredSoon(opening).catch((late) => {
      // Nobody waits for it any more.
      opening.then((one) => one.close()).catch(() => undefined);
      throw late;
    });
    const lose = (lost: unknown) => onLost(toFailure(lost, 'storage', 'The device keeps no changes'));
    return { area: createFallbackArea(area, lose, isSettled) };
  } catch (thrown) {
    const failure = toFailure(thrown, 'storage', 'The device keeps no changes');
    if (failure instanceof OpenElsewhere) throw failure;
    return { area: await memoryStorage().open(name), failure };
  }
}
