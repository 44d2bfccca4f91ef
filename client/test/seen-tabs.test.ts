// Live saves in several tabs, of which some are hidden: while one is seen, whichever it is, one read waits and all of them hear;
// while none is, nobody waits. A page reads when it wakes up, whichever tab sends. The locks of the browser are played.
import { expect, test } from 'bun:test';
import { paths } from '../../test/harness/api.ts';
import { untilWaiting } from '../../test/harness/waiting.ts';
import { set } from '../../test/harness/writes.ts';
import type { Save } from '../src/index.ts';
import type { JsonObject } from '../src/record.ts';
import { createDevice, type Device, settle, until } from './devices.ts';
import { sharedStorage } from './shared-storage.ts';
import { startSuite } from './suite.ts';
import { playLocksInTests } from './web-locks.ts';

const { service, player } = startSuite();

const locks = playLocksInTests();

const write = (name: string, gold: number) =>
  service().as(name, 'POST', paths.metadata, set(JSON.stringify({ gold })));
/** The locks of tabs that are seen. */
const seenLocks = () =>
  locks()
    .held()
    .filter((name) => name.includes(' seen '));

interface Tab {
  readonly device: Device;
  readonly save: Save<JsonObject>;
}

/** Tabs of one browser, of which the first sends. */
async function openTabs(name: string, lives: readonly boolean[]) {
  const storage = sharedStorage();
  const tabs: Tab[] = [];
  const open = async (live: boolean): Promise<Tab> => {
    const device = createDevice(service().url, name, { storage });
    const save = await device.openSave<JsonObject>({ initial: { gold: 1 }, live });
    await settle(save as never);
    const tab = { device, save };
    tabs.push(tab);
    return tab;
  };
  for (const live of lives) await open(live);
  const close = async (): Promise<void> => {
    await Promise.all(tabs.map(({ save }) => save.close()));
    await untilWaiting(service(), 0);
    expect(locks().held()).toEqual([]);
  };
  return { tabs: tabs as [Tab, Tab, ...Tab[]], open, close };
}

test('a tab that is seen is live while the one that sends is hidden, and nobody waits while both are', async () => {
  const name = player();
  const { tabs, close } = await openTabs(name, [true, true]);
  const [sender, other] = tabs;
  await untilWaiting(service(), 1);
  sender.device.tell('sleep');
  await untilWaiting(service(), 1);
  await write(name, 2);
  await until(() => other.save.data.gold === 2 && sender.save.data.gold === 2);
  await untilWaiting(service(), 1);
  other.device.tell('sleep');
  await untilWaiting(service(), 0);
  await write(name, 3);
  await Bun.sleep(100);
  expect([sender.save.data.gold, other.save.data.gold]).toEqual([2, 2]);
  other.device.tell('wake');
  await until(() => other.save.data.gold === 3);
  await untilWaiting(service(), 1);
  await write(name, 4);
  await until(() => other.save.data.gold === 4);
  await close();
});

test.each(['closed', 'dead'])('a tab that is %s does not count as seen', async (end) => {
  const { tabs, close } = await openTabs(player(), [true, true]);
  const [sender, other] = tabs;
  await until(() => seenLocks().length === 2);
  sender.device.tell('sleep');
  await until(() => seenLocks().length === 1);
  await untilWaiting(service(), 1);
  const [lock = ''] = seenLocks();
  if (end === 'closed') await other.save.close();
  else locks().kill(lock);
  await untilWaiting(service(), 0);
  await close();
});

test('a tab that begins to send learns which others are seen', async () => {
  const name = player();
  const { tabs, close } = await openTabs(name, [true, true, true]);
  const [first, second, third] = tabs;
  // The word of the third one at its beginning has arrived.
  await Bun.sleep(50);
  second.device.tell('sleep');
  await first.save.close();
  // The first one is read as sending begins.
  for (const gold of [2, 3]) {
    await write(name, gold);
    await until(() => third?.save.data.gold === gold);
    await untilWaiting(service(), 1);
  }
  third?.device.tell('sleep');
  await untilWaiting(service(), 0);
  await close();
});

test('the tab that sends waits for a live one though its own save is not live', async () => {
  const name = player();
  const { tabs, close } = await openTabs(name, [false, true]);
  const [sender, other] = tabs;
  await untilWaiting(service(), 1);
  expect(sender.device.requests.some(({ headers }) => headers.has('prefer'))).toBe(true);
  await write(name, 2);
  await until(() => other.save.data.gold === 2);
  other.device.tell('sleep');
  await untilWaiting(service(), 0);
  await close();
});

test('a page reads when it wakes up and when it is opened, also where another tab sends and none is live', async () => {
  const name = player();
  const { tabs, open, close } = await openTabs(name, [false, false]);
  const [sender, other] = tabs;
  for (const { device } of tabs) device.tell('sleep');
  await write(name, 2);
  other.device.tell('wake');
  await until(() => other.save.data.gold === 2);
  other.device.tell('sleep');
  await write(name, 3);
  await Bun.sleep(50);
  expect(sender.save.data.gold).toBe(2);
  const third = await open(false);
  await until(() => third.save.data.gold === 3);
  await close();
});
