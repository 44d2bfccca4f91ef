// Tabs that share one save: one of them sends, each keeps its changes, all see them, and another goes on when the sender dies.
// Locks of the browser are played here by a few lines; the channel between tabs is real.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startFaultProxy } from '../../test/harness/fault-proxy.ts';
import { amount } from '../../test/harness/nightly.ts';
import { seed, seeded } from '../../test/harness/seeded.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import { untilWaiting } from '../../test/harness/waiting.ts';
import type { Save } from '../src/index.ts';
import type { JsonObject } from '../src/record.ts';
import { createDevice, settle, until } from './devices.ts';
import { sharedStorage } from './shared-storage.ts';
import { playLocks } from './web-locks.ts';

const schedules = amount(6, 500);

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
      return device.openSave<JsonObject>({ initial: { gold: 0 } });
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
    // The attempt of the dead one would end after 30 seconds.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
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

test(
  `tabs without locks add each change once, behind a network with faults (seed ${seed})`,
  async () => {
    (globalThis.navigator as { locks?: unknown }).locks = undefined;
    for (let start = seed; start < seed + schedules; start += 1) {
      const random = seeded(start);
      const name = `unlocked ${start}`;
      const proxy = await startFaultProxy(service.url, start, 30);
      const storage = sharedStorage(() => Bun.sleep(random(4)));
      const tabs: Save[] = [];
      for (let count = 0; count < 3; count += 1) {
        const device = createDevice(proxy.url, name, { storage });
        tabs.push((await device.openSave({ initial: { gold: 0 } })) as unknown as Save);
      }
      const made: string[] = [];
      for (let step = 0; step < 12; step += 1) {
        const tab = tabs[random(3)];
        made.push(`${step}`);
        const kept = [tab?.increment('/gold', 1), tab?.append('/log', `${step}`)];
        if (random(2) === 0) await Promise.all(kept);
        else await Bun.sleep(random(10));
      }
      for (const tab of tabs) await settle(tab);
      proxy.mend();
      for (const tab of tabs) await settle(tab);
      const record = (await service.as(name, 'GET', '/api/game/metadata')).body.data.metadata;
      expect([start, record.gold, record.log.toSorted()]).toEqual([start, 12, made.toSorted()]);
      await Promise.all(tabs.map((tab) => tab.close()));
      await proxy.stop();
    }
  },
  amount(60_000, 1_800_000),
);

test('a change of a tab that does not send leaves at once, however late the other tab can read it', async () => {
  (globalThis.navigator as { locks?: unknown }).locks = locks;
  const storage = sharedStorage(() => Bun.sleep(20));
  const device = createDevice(service.url, 'slow storage', { storage });
  const [one, two] = [await device.openSave<JsonObject>({ initial: { gold: 0 } }), await device.openSave()];
  await settle(one as never);
  await settle(two as never);
  const heard: string[] = [];
  two.on('status', ({ status }) => heard.push(status));
  const kept = two.increment('/gold' as never, 1);
  // The sender finds nothing and says so. That is not true of the other tab.
  await one.flush();
  await kept;
  await two.flush();
  expect(heard).toEqual(['saving', 'saved']);
  const record = (await service.as('slow storage', 'GET', '/api/game/metadata')).body.data.metadata;
  expect(record).toEqual({ gold: 1 });
  await Promise.all([one.close(), two.close()]);
});

test('a change that another tab discards is not sent', async () => {
  (globalThis.navigator as { locks?: unknown }).locks = locks;
  const storage = sharedStorage();
  const device = createDevice(service.url, 'discarding', { storage });
  const [one, two] = [await device.openSave<JsonObject>({ initial: { gold: 0 } }), await device.openSave()];
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

test('the tab that sends writes in the name of the session that began last', async () => {
  (globalThis.navigator as { locks?: unknown }).locks = locks;
  const storage = sharedStorage();
  const name = 'two tabs';
  const open = async () => {
    const tab = createDevice(service.url, name, { storage });
    const session = await tab.sessions.play({ onActive: 'replace' });
    return { tab, session, save: await tab.openSave({ initial: { gold: 0 }, session }) };
  };
  const first = await open();
  await settle(first.save as never);
  // The first tab sends for both, and its session was replaced.
  const second = await open();
  await second.save.increment('/gold', 1);
  await settle(second.save as never);
  expect([first.save.status, second.save.status]).toEqual(['saved', 'saved']);
  await createDevice(service.url, name).sessions.start({ onActive: 'replace' });
  await second.save.increment('/gold', 1);
  await until(() => first.save.status === 'blocked' && second.save.status === 'blocked');
  expect(second.save.error?.code).toBe('superseded');
  const back = await second.tab.sessions.play({ onActive: 'replace' });
  second.save.retry(back);
  await until(() => first.save.status === 'saved' && second.save.status === 'saved');
  const record = (await service.as(name, 'GET', '/api/game/metadata')).body.data.metadata;
  expect(record).toEqual({ gold: 2 });
  // The sender goes, and the other one writes in the name of its own.
  await first.save.close();
  await second.save.increment('/gold', 1);
  await settle(second.save as never);
  expect((await service.as(name, 'GET', '/api/game/metadata')).body.data.metadata).toEqual({ gold: 3 });
  await second.save.close();
  await Promise.all([first.session, second.session, back].map((session) => session.end()));
});

test('the tab whose session another device replaced is told by the tab that waits', async () => {
  (globalThis.navigator as { locks?: unknown }).locks = locks;
  const storage = sharedStorage();
  const name = 'two live tabs';
  const open = async () => {
    const tab = createDevice(service.url, name, { storage });
    // No heartbeat comes by itself.
    const session = await tab.sessions.play({ onActive: 'replace', heartbeatSeconds: 100_000 });
    return { session, save: await tab.openSave({ initial: {}, session, live: true }) };
  };
  const first = await open();
  await settle(first.save as never);
  const second = await open();
  await settle(second.save as never);
  await untilWaiting(service, 1);
  expect(second.session.state).toBe('active');
  await createDevice(service.url, name).sessions.start({ onActive: 'replace' });
  await until(() => second.session.state === 'superseded');
  await Promise.all([first, second].map(({ save }) => save.close()));
});

test('two storages of one player on one origin send at once, each its own changes', async () => {
  (globalThis.navigator as { locks?: unknown }).locks = locks;
  const name = 'two storages';
  const open = (storageName: string) =>
    createDevice(service.url, name, { storage: sharedStorage(undefined, storageName) }).openSave({
      initial: { gold: 0 },
    });
  const [one, two] = [await open('one'), await open('two')];
  await Promise.all([one.increment('/gold', 1), two.increment('/gold', 10)]);
  await Promise.all([settle(one as never), settle(two as never)]);
  expect((await service.as(name, 'GET', '/api/game/metadata')).body.data.metadata).toEqual({ gold: 11 });
  await Promise.all([one.close(), two.close()]);
});

test('of several live tabs one waits, all see what others write, and another one goes on when it dies', async () => {
  const name = 'player of live tabs';
  (globalThis.navigator as { locks?: unknown }).locks = locks;
  const storage = sharedStorage();
  let isDead = false;
  const open = (index: number) =>
    createDevice(service.url, name, {
      storage,
      ...(index === 0 && {
        fetch: ((input: string, init: RequestInit) =>
          isDead ? new Promise(() => undefined) : fetch(input, init)) as typeof fetch,
      }),
    }).openSave<JsonObject>({ initial: { gold: 0 }, live: true });
  const tabs = [await open(0), await open(1), await open(2)];
  const grant = (gold: number) =>
    service.as(name, 'POST', '/api/game/metadata', { body: JSON.stringify({ data: { gold } }) });
  await settle(tabs[0] as never);
  await untilWaiting(service, 1);
  await grant(1);
  for (const tab of tabs) await until(() => tab.data.gold === 1);
  await untilWaiting(service, 1);
  isDead = true;
  locks.kill(`playkeep ${service.url} ${name}`);
  await grant(2);
  for (const tab of tabs.slice(1)) await until(() => tab.data.gold === 2);
  await Promise.all(tabs.map((tab) => tab.close()));
});
