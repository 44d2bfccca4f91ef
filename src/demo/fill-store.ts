// Fills an empty store with the demo's month: the server keys, then the records by the store's own import, then the count of the
// statistics, so that the first page of the console has all its numbers.
import { randomBytes } from 'node:crypto';
import { openStore, openTransfer, type Runtime } from '../app.ts';
import type { Config } from '../config/config.ts';
import { keyDigest, newKeyText } from '../lib/key-text.ts';
import type { Author } from '../store/ports/audit.ts';
import type { IndexDeclaration } from '../store/ports/indexes.ts';
import { type NewServerKey, type Scope, scopes } from '../store/ports/keys.ts';
import type { Store } from '../store/ports/store.ts';
import type { TransferRecord } from '../store/ports/transfer.ts';
import { launchOf, minute } from './calendar.ts';
import type { Staff } from './incidents.ts';
import { createRandom, uuidAt } from './random.ts';
import { createWorld, type World } from './world.ts';

/** The values of metadata that can be searched. */
export const demoIndexes: readonly IndexDeclaration[] = [
  { pointer: '/level', type: 'number' },
  { pointer: '/clan', type: 'string' },
];

/** The values that lists show of a player. */
export const demoLabels = { name: '/name', columns: ['/level', '/clan'] } as const;

export interface FilledStore {
  readonly world: World;
  /** The text of a key with all scopes. */
  readonly keyText: string;
}

/** Records that are committed together. */
const batchRecords = 5_000;

const commandLine: Author = { keyId: null, keyName: 'command line', requestId: null };

/** The keys of the studio, all made at the launch. Nobody has their texts. */
const studioKeys = {
  backend: { name: 'Game backend', scopes: ['players:read', 'players:write', 'sessions:read'] },
  support: {
    name: 'Support desk',
    scopes: ['players:read', 'players:write', 'sessions:read', 'sessions:write', 'audit:read'],
  },
  analytics: { name: 'Analytics', scopes: ['sessions:read', 'statistics:read'] },
} as const satisfies Readonly<Record<string, { name: string; scopes: readonly Scope[] }>>;

/** @throws StoreUnusable when the database cannot be opened. */
export async function fillStore(
  config: Config,
  runtime: Runtime,
  { now, players }: { readonly now: number; readonly players: number },
): Promise<FilledStore> {
  const random = createRandom(2_026);
  const launch = launchOf(now);
  const keyText = newKeyText();
  const keyId = (): string => uuidAt(random, launch);
  const ids = { backend: keyId(), support: keyId(), analytics: keyId() };
  const staff: Staff = {
    backend: { keyId: ids.backend, name: studioKeys.backend.name },
    support: { keyId: ids.support, name: studioKeys.support.name },
  };
  await withStore(config, runtime, launch, async ({ serverKeys, indexes, labels }) => {
    for (const [name, key] of Object.entries(studioKeys)) {
      const keyId = ids[name as keyof typeof ids];
      await createKey(serverKeys, { keyId, digest: randomBytes(32).toString('hex'), ...key });
    }
    // An import makes the entries of the indexes that are declared before it, and the labels.
    await indexes.declare(demoIndexes);
    if (config.labels) await labels.declare(config.labels, true);
  });
  const world = createWorld({ now, players, staff });
  await importRecords(config, runtime, world);
  await withStore(config, runtime, now - 3 * minute, async ({ serverKeys }) => {
    for (const id of Object.values(ids)) await serverKeys.noteUse(id);
    const id = uuidAt(createRandom(now), now);
    await createKey(serverKeys, { keyId: id, digest: keyDigest(keyText), name: 'Demo', scopes });
  });
  await withStore(config, runtime, undefined, async ({ indexes, statistics }) => {
    const { signal } = new AbortController();
    await indexes.build(signal, () => undefined);
    await statistics.count(signal, { publish: 'now' });
  });
  return { world, keyText };
}

const createKey = (
  keys: Store['serverKeys'],
  key: Omit<NewServerKey, 'expiresInSeconds'>,
): Promise<unknown> =>
  keys.create({ ...key, expiresInSeconds: undefined }, { author: commandLine, action: 'key.create' });

/** Opens the store with its clock at a time, and closes it after the work. */
async function withStore(
  config: Config,
  { log, clock }: Runtime,
  at: number | undefined,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await openStore(config, {
    log,
    clock: at === undefined ? clock : { ...clock, now: () => at },
  });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

async function importRecords(
  config: Config,
  runtime: Runtime,
  { records, lastSequentialId }: World,
): Promise<void> {
  const transfer = await openTransfer(config, runtime);
  try {
    for (const list of records)
      for (const batch of batchesOf(list)) {
        await transfer.importRecords(batch);
        // Lets a signal through.
        await runtime.clock.sleep(0);
      }
    await transfer.reserveSequentialIds(lastSequentialId);
    await transfer.completeStatistics();
  } finally {
    await transfer.close();
  }
}

function* batchesOf(records: readonly TransferRecord[]): Generator<readonly TransferRecord[]> {
  for (let start = 0; start < records.length; start += batchRecords)
    yield records.slice(start, start + batchRecords);
}
