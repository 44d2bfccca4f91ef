// Tabs that share one save: one of them sends, each keeps its changes, all see them, and another goes on when the sender dies.
// Locks of the browser are played here by a few lines; the channel between tabs is real.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { SaveStorage } from '../../client/src/index.ts';
import { createModel } from '../../client/src/storage/area.ts';
import { createMemoryArea } from '../../client/src/storage/memory-storage.ts';
import { type Service, startService } from '../harness/service.ts';
import { createDevice, settle, until } from './devices.ts';

interface Claim {
  readonly run: () => Promise<void>;
  readonly end: () => void;
}

/** Exclusive locks in the order of the requests. `kill` takes a lock from its holder, as the death of its tab does. */
function playLocks() {
  const queues = new Map<string, Claim[]>();
  const next = (name: string) => void queues.get(name)?.[0]?.run();
  return {
    request(
      name: string,
      { signal }: { readonly signal: AbortSignal },
      run: () => Promise<void>,
    ): Promise<void> {
      return new Promise((resolve, reject) => {
        const queue = queues.get(name) ?? [];
        queues.set(name, queue);
        const leave = () => {
          const isHolder = queue[0] === claim;
          queue.splice(queue.indexOf(claim), 1);
          if (isHolder) next(name);
        };
        const claim: Claim = { run: () => run().then(leave).then(resolve), end: leave };
        queue.push(claim);
        signal.addEventListener('abort', () => reject(signal.reason));
        if (queue[0] === claim) next(name);
      });
    },
    kill: (name: string) => queues.get(name)?.[0]?.end(),
  };
}

let locks: ReturnType<typeof playLocks>;
let service: Service;
beforeAll(async () => {
  service = await startService();
  locks = playLocks();
  Object.defineProperty(globalThis.navigator, 'locks', { value: locks, configurable: true, writable: true });
});
afterAll(async () => {
  Reflect.deleteProperty(globalThis.navigator, 'locks');
  await service.stop();
});

/** One area of which each tab has a view of its own, as with IndexedDB. */
function sharedStorage(): SaveStorage {
  const models = new Map<string, ReturnType<typeof createModel>>();
  return {
    async open(name) {
      const model = models.get(name) ?? createModel();
      models.set(name, model);
      return { ...createMemoryArea(model), isShared: true, isDurable: true };
    },
  };
}

test.each([true, false])(
  'five tabs keep and see all changes, and survive the sender (with locks: %p)',
  async (hasLocks) => {
    const name = `player of ${hasLocks}`;
    (globalThis.navigator as { locks?: unknown }).locks = hasLocks ? locks : undefined;
    const storage = sharedStorage();
    let isDead = false;
    const open = async (index: number) => {
      const device = createDevice(service.url, name, {
        storage,
        ...(index === 0 && {
          // The tab that dies: its requests end nowhere.
          fetch: ((input: string, init: RequestInit) =>
            isDead ? new Promise(() => undefined) : fetch(input, init)) as typeof fetch,
        }),
      });
      return device.openSave({ initial: { gold: 0 } });
    };
    const tabs = [];
    for (let index = 0; index < 5; index += 1) tabs.push(await open(index));
    const [sender, ...others] = tabs;
    const [second, third] = others;
    if (!sender || !second || !third) throw new Error('there are five tabs');
    await Promise.all(tabs.map((tab, index) => tab.append('/log', index)));
    await Promise.all(tabs.map((tab) => tab.increment('/gold', 1)));
    await Promise.all(tabs.map((tab) => settle(tab as never)));
    for (const tab of tabs)
      await until(() => Bun.deepEquals(tab.data, sender.data) && tab.status === 'saved');
    isDead = true;
    await second.increment('/gold', 10);
    await until(() => (third.data as { gold: number }).gold === 15);
    const startedAt = performance.now();
    if (hasLocks) locks.kill(`playkeep ${service.url} ${name}`);
    await settle(third as never);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    const [aside] = await third.pending();
    expect(aside).toBeUndefined();
    const record = (await service.as(name, 'GET', '/api/game/metadata')).body.data.metadata;
    expect(record).toEqual({ gold: 15, log: expect.any(Array) });
    expect(record.log.toSorted()).toEqual([0, 1, 2, 3, 4]);
    for (const tab of others)
      await until(() => Bun.deepEquals(tab.data as unknown, record) && tab.status === 'saved');
    await Promise.all(tabs.map((tab) => tab.close()));
  },
);

test('a change that another tab discards is not sent', async () => {
  (globalThis.navigator as { locks?: unknown }).locks = locks;
  const storage = sharedStorage();
  const device = createDevice(service.url, 'discarding', { storage });
  const [one, two] = [await device.openSave({ initial: { gold: 0 } }), await device.openSave()];
  await settle(one as never);
  device.isOnline = false;
  await one.merge({ first: 1 });
  await until(() => one.status === 'waiting');
  await one.merge({ second: 1 });
  const change = (await two.pending()).at(-1);
  expect([change?.state, await two.discard(change?.id ?? '')]).toEqual(['queued', true]);
  await until(() => !('second' in one.data));
  device.isOnline = true;
  await settle(two as never);
  const record = (await service.as('discarding', 'GET', '/api/game/metadata')).body.data.metadata;
  expect(record).toEqual({ gold: 0, first: 1 });
  await Promise.all([one.close(), two.close()]);
});
