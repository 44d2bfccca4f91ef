// Opens a save: finds out whose it is, takes the device's copy or asks the service for a second, and starts to send.
import { PlaykeepError, toFailure } from '../failure.ts';
import { metadataPath, recordOf, toJson } from '../metadata.ts';
import { randomId } from '../random-id.ts';
import type { JsonObject } from '../record.ts';
import { OpenElsewhere, type SaveStorage, type StorageArea } from '../storage/area.ts';
import { createFallbackArea } from '../storage/fallback-area.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { subjectOf, type TokenSource } from '../token-source.ts';
import type { Transport } from '../transport.ts';
import { type Conflict, createExchange } from './exchange.ts';
import { createIdentity, type Identity } from './identity.ts';
import { openQueue, type SaveQueue } from './queue.ts';
import { createSave, type Save, type SaveHandle } from './save.ts';
import { type Sender, startSender } from './sender.ts';
import { failureOf, joinTabs, noteOf } from './tabs.ts';

export interface SaveOptions<Data extends object = JsonObject> {
  /** The data of a save that neither the device nor the service has. */
  readonly initial?: Data;
  /** Decides about two devices that changed one path: what it answers is stored. Without it this device's changes stay. */
  readonly resolve?: (conflict: Conflict<Data>) => Data | Promise<Data>;
  /** The session that must be the active one for each write, such as that of `sessions.play`. */
  readonly session?: SaveSession;
}

export interface SaveSession {
  readonly sessionId: string | undefined;
  /** Tells that a session is active again, maybe under another id. */
  on?(event: 'active', listener: () => void): () => void;
}

export interface SaveDependencies {
  readonly url: string;
  readonly player: string | undefined;
  readonly storage: SaveStorage;
  readonly tokens: TokenSource;
  readonly transport: Transport;
}

const patienceMilliseconds = 1_000;

/** @throws PlaykeepError `unauthorized` where neither the option `player` nor a token says who plays; `storage` for a save that is open elsewhere */
export async function openSave<Data extends object>(
  dependencies: SaveDependencies,
  options: SaveOptions<Data> = {},
): Promise<Save<Data>> {
  const { transport, tokens } = dependencies;
  const { environment } = transport;
  const player = dependencies.player ?? subjectOf((await tokens.get()).text);
  if (player === undefined)
    throw new PlaykeepError('unauthorized', 'Neither `player` nor the token names the player');
  const name = `${dependencies.url.replace(/\/+$/, '')} ${player}`;
  let handle: SaveHandle<Data> | undefined;
  const { area, failure } = await openArea(dependencies.storage, name);
  const kept = createFallbackArea(area, (lost) => {
    const why = toFailure(lost, 'storage', 'The device keeps no more changes');
    handle?.onStatus(handle.save.status, why);
  });
  const queue = await openQueue(kept, () => handle?.onUpdate());
  const identity = createIdentity(dependencies.player, player, () => queue.base.playerId);
  const end = new AbortController();
  const isNew = queue.base.etag === undefined && queue.changes.length === 0;
  if (isNew) await begin(queue, dependencies, identity, options.initial);

  let sender: Sender | undefined;
  const tabs = joinTabs(kept.isShared ? name : undefined, (message) => {
    if (message.type === 'updated') void queue.reload();
    else if (message.type === 'wake') nudge(message.isRetry);
    else if (sender === undefined) handle?.onStatus(message.note.status, failureOf(message.note));
  });
  function nudge(isRetry: boolean): void {
    if (isRetry) sender?.retry();
    else sender?.wake();
  }
  const shared: SaveQueue = tellingOthers(queue, () => tabs.tell({ type: 'updated' }));
  const stopFollowing = environment.onLifecycle((event) => {
    // Before it sleeps, a page sends what it can; after it woke up, another device may have played.
    if (event === 'sleep' || sender === undefined) nudge(false);
    else if (handle?.save.status !== 'blocked') sender.retry();
  });
  const stopListening = options.session?.on?.('active', () => {
    // The session of before the sleep had expired, and writes in its name were refused.
    if (handle?.save.error?.code === 'superseded') sender?.retry();
  });
  handle = createSave<Data>(shared, {
    environment,
    wake(isRetry) {
      nudge(isRetry);
      if (sender === undefined) tabs.tell({ type: 'wake', isRetry });
    },
    async close() {
      stopFollowing();
      stopListening?.();
      end.abort();
      tabs.close();
      await queue.close();
    },
  });
  if (failure) handle.onStatus(handle.save.status, failure);
  const own = handle;
  const exchange = createExchange({
    queue: shared,
    transport,
    signal: end.signal,
    ...identity,
    sessionId: () => options.session?.sessionId,
    resolve: options.resolve as ((conflict: Conflict) => object | Promise<object>) | undefined,
    onConflict: own.onConflict,
  });
  void tabs.isSender.then(async () => {
    if (end.signal.aborted) return;
    await queue.reload();
    sender = startSender({
      queue: shared,
      exchange,
      transport,
      signal: end.signal,
      isReadFirst: !isNew,
      onStatus(status, why) {
        own.onStatus(status, why);
        tabs.tell({ type: 'status', note: noteOf(status, why) });
      },
    });
  });
  return own.save;
}

/** The device's area, or one in memory where the device has no storage. */
async function openArea(
  storage: SaveStorage,
  name: string,
): Promise<{ readonly area: StorageArea; readonly failure?: PlaykeepError }> {
  try {
    return { area: await storage.open(name) };
  } catch (thrown) {
    const failure = toFailure(thrown, 'storage', 'The device keeps no changes');
    if (failure instanceof OpenElsewhere) throw failure;
    return { area: await memoryStorage().open(name), failure };
  }
}

/** A save without a copy on the device: the record of the service if it answers soon, else `initial`. */
async function begin(
  queue: SaveQueue,
  { transport }: SaveDependencies,
  identity: Identity,
  initial: object | undefined,
): Promise<void> {
  const patience = new AbortController();
  const wait = transport.environment.sleep(patienceMilliseconds, patience.signal).then(() => undefined);
  const asked = transport
    .send({ method: 'GET', path: metadataPath, signal: patience.signal })
    .then((reply) => {
      const record = recordOf<JsonObject>(reply);
      identity.checkRecord(record, reply.token);
      return record;
    })
    .catch(() => undefined);
  const record = await Promise.race([asked, wait]);
  patience.abort();
  if (record) {
    const { text, etag, playerId } = record;
    await queue.commit({ base: { text, etag, playerId } });
  }
  if (initial === undefined || (record !== undefined && record.text !== '{}')) return;
  const madeAt = new Date(transport.environment.now()).toISOString();
  const body = { data: JSON.parse(toJson(initial)) };
  await queue.add({ id: randomId(), kind: 'initial', madeAt, body });
}

const tellingOthers = (queue: SaveQueue, tell: () => void): SaveQueue =>
  Object.create(queue, {
    add: {
      value: async (change: Parameters<SaveQueue['add']>[0]) => {
        const number = await queue.add(change);
        tell();
        return number;
      },
    },
    commit: {
      value: async (update: Parameters<SaveQueue['commit']>[0]) => {
        const applied = await queue.commit(update);
        tell();
        return applied;
      },
    },
  });
