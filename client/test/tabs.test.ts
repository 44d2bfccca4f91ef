// Tabs that share one save: one of them sends, each keeps its changes, all see them, and another goes on when the sender dies. They hear
// of each other in any order, with slow steps of their storage in between. While one live tab is seen, whichever it is, one read waits
// and all of them hear; while none is, nobody waits. The locks of the browser are played; the channel between tabs is real.
import { expect, test } from 'bun:test';
import { paths } from '../../test/harness/api.ts';
import { untilWaiting } from '../../test/harness/waiting.ts';
import { set } from '../../test/harness/writes.ts';
import type { Save, SaveStorage } from '../src/index.ts';
import type { JsonObject } from '../src/record.ts';
import { type Device, failureOf, settle, until } from './devices.ts';
import { around, type Step, sharedStorage } from './shared-storage.ts';
import { startSuite } from './suite.ts';
import { playLocksInTests } from './web-locks.ts';

const { service, player, device } = startSuite();
const locks = playLocksInTests();

/** No heartbeat comes by itself. */
const silent = { onActive: 'replace', heartbeatSeconds: 100_000 } as const;
const nameOfLock = (name: string) => `playkeep ${service().url} ${name}`;
const recordOf = async (name: string) => (await service().as(name, 'GET', paths.metadata)).body.data.metadata;
const write = (name: string, gold: number) =>
  service().as(name, 'POST', paths.metadata, set(JSON.stringify({ gold })));
const close = (...saves: readonly Pick<Save, 'close'>[]) => Promise.all(saves.map((save) => save.close()));

interface Tab {
  readonly device: Device;
  readonly save: Save<JsonObject>;
}

async function openTab(
  name: string,
  storage: SaveStorage,
  options: Parameters<typeof device>[1] = {},
  live = false,
): Promise<Tab> {
  const tab = device(name, { storage, ...options });
  return { device: tab, save: await tab.openSave<JsonObject>({ initial: { gold: 0 }, live }) };
}

/** The network of a tab that dies: its requests end nowhere. */
function dyingNetwork() {
  const life = { isDead: false };
  const fetching = (input: string, init: RequestInit) =>
    life.isDead ? new Promise(() => undefined) : fetch(input, init);
  return Object.assign(life, { fetch: fetching as typeof fetch });
}

test.each([true, false])(
  'five tabs keep and see all changes, and survive the sender (with locks: %p)',
  async (hasLocks) => {
    if (!hasLocks) locks.remove();
    const [name, storage, dying] = [player(), sharedStorage(), dyingNetwork()];
    const tabs: Save<JsonObject>[] = [];
    for (let index = 0; index < 5; index += 1)
      tabs.push((await openTab(name, storage, index === 0 ? { fetch: dying.fetch } : {})).save);
    const [sender, second, third] = tabs as [Save<JsonObject>, Save<JsonObject>, Save<JsonObject>];
    await Promise.all(tabs.map((tab, index) => tab.append('/log', index)));
    await Promise.all(tabs.map((tab) => tab.increment('/gold', 1)));
    await Promise.all(tabs.map(settle));
    for (const tab of tabs)
      await until(() => Bun.deepEquals(tab.data, sender.data) && tab.status === 'saved');
    dying.isDead = true;
    await second.increment('/gold', 10);
    await until(() => third.data.gold === 15);
    if (hasLocks) locks.kill(nameOfLock(name));
    await settle(third);
    expect(third.pending()).toBeNull();
    const record = await recordOf(name);
    expect(record).toEqual({ gold: 15, log: expect.any(Array) });
    expect(record.log.toSorted()).toEqual([0, 1, 2, 3, 4]);
    for (const tab of tabs.slice(1))
      await until(() => Bun.deepEquals(tab.data as unknown, record) && tab.status === 'saved');
    await close(...tabs);
  },
  // The attempt of the dead one would end after 30 seconds.
  15_000,
);

test('a change of a tab that does not send leaves at once, however late the other tab can read it', async () => {
  const name = player();
  const storage = sharedStorage(async () => {
    for (let turn = 0; turn < 30; turn += 1) await new Promise(setImmediate);
  });
  const [one, two] = [(await openTab(name, storage)).save, (await openTab(name, storage)).save];
  await settle(one);
  await settle(two);
  const heard: string[] = [];
  two.on('status', ({ status }) => heard.push(status));
  const kept = two.increment('/gold', 1);
  // The sender finds nothing and says so. That is not true of the other tab.
  await one.flush();
  await kept;
  await two.flush();
  expect(heard).toEqual(['saving', 'saved']);
  expect(await recordOf(name)).toEqual({ gold: 1 });
  await close(one, two);
});

test('two storages of one player on one origin send at once, each its own changes', async () => {
  const name = player();
  const [one, two] = [
    (await openTab(name, sharedStorage(undefined, 'one'))).save,
    (await openTab(name, sharedStorage(undefined, 'two'))).save,
  ];
  await Promise.all([one.increment('/gold', 1), two.increment('/gold', 10)]);
  await Promise.all([settle(one), settle(two)]);
  expect(await recordOf(name)).toEqual({ gold: 11 });
  await close(one, two);
});

/** Holds up reads of a storage before, and other steps after they are done, while it is shut. */
function createGate(held: readonly Step[]) {
  let open = (): void => undefined;
  let passed = Promise.resolve();
  let arrived = 0;
  const wait = (): Promise<void> => {
    arrived += 1;
    return passed;
  };
  return {
    get arrived() {
      return arrived;
    },
    shut() {
      arrived = 0;
      passed = new Promise((resolve) => {
        open = resolve;
      });
    },
    open: () => open(),
    async pass<Result>(step: Step, act: () => Promise<Result>): Promise<Result> {
      const isHeld = held.includes(step);
      if (isHeld && step === 'read') await wait();
      const result = await act();
      if (isHeld && step !== 'read') await wait();
      return result;
    },
  };
}

/** The network of a tab whose token the service refuses. */
function signOut() {
  const state = { isOut: false };
  const fetching = (input: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (state.isOut) headers.set('authorization', 'Bearer none');
    return fetch(input, { ...init, headers });
  };
  return Object.assign(state, { fetch: fetching as typeof fetch });
}

test('a change that another tab has sent before this one knows that it is stored is seen once', async () => {
  const name = player();
  const storage = sharedStorage();
  const one = await openTab(name, storage);
  // The page of the other tab is busy, and goes on after its change was stored.
  const gate = createGate(['read', 'commit']);
  const two = await openTab(name, around(storage, gate.pass));
  await settle(one.save);
  await settle(two.save);
  gate.shut();
  const kept = two.save.increment('/gold', 1);
  await until(() => gate.arrived > 0);
  // The tab that sends reads the change of the other one beside its own.
  await one.save.increment('/gold', 10);
  await settle(one.save);
  gate.open();
  await kept;
  await two.save.flush();
  expect([two.save.data, two.save.status]).toEqual([{ gold: 11 }, 'saved']);
  expect(await recordOf(name)).toEqual({ gold: 11 });
  await close(one.save, two.save);
});

test('a tab that is opened after the sender stopped knows why, and its flush rejects', async () => {
  const name = player();
  const storage = sharedStorage();
  const account = signOut();
  const one = await openTab(name, storage, { fetch: account.fetch });
  await settle(one.save);
  account.isOut = true;
  await one.save.increment('/gold', 1);
  await until(() => one.save.status === 'blocked');
  const two = await openTab(name, storage);
  await until(() => two.save.status === 'blocked');
  expect(two.save.error).toMatchObject({ code: 'unauthorized', reason: 'unauthorized' });
  const heard: string[] = [];
  two.save.on('status', ({ status }) => heard.push(status));
  const three = await openTab(name, storage);
  await until(() => three.save.status === 'blocked');
  const failure = await failureOf(two.save.flush());
  expect(failure.code).toBe('unauthorized');
  expect(heard).toEqual([]);
  // The word of one tab to go on is known to all.
  account.isOut = false;
  two.save.retry();
  await until(() => one.save.status !== 'blocked');
  await settle(two.save);
  expect(await recordOf(name)).toEqual({ gold: 1 });
  await close(one.save, two.save, three.save);
});

test('what a new tab begins with is known to the tab that sends', async () => {
  const name = player();
  const storage = sharedStorage();
  // Both find nothing. The second one keeps its beginning after the first one has sent.
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  const fetching = (async (input: string, init: RequestInit) => {
    const response = await fetch(input, init);
    asked += 1;
    if (asked === 1) await answered;
    return response;
  }) as typeof fetch;
  const opening = openTab(name, storage, { fetch: fetching });
  await until(() => asked > 0);
  const one = await openTab(name, storage);
  await settle(one.save);
  answer();
  const { save } = await opening;
  await save.flush();
  await until(() => save.status === 'saved' && one.save.status === 'saved');
  await close(one.save, save);
});

test('a tab learns what the tab before the one that sends now had settled last', async () => {
  const name = player();
  const storage = sharedStorage();
  const gate = createGate(['commit']);
  let isLast = false;
  const fetching = (async (input: string, init: RequestInit) => {
    const response = await fetch(input, init);
    if (isLast && init.method === 'PATCH') gate.shut();
    return response;
  }) as typeof fetch;
  const one = await openTab(name, around(storage, gate.pass), { fetch: fetching });
  const two = await openTab(name, storage);
  const three = await openTab(name, storage);
  for (const { save } of [one, two, three]) await settle(save);
  isLast = true;
  await three.save.increment('/gold', 1);
  const flushed = three.save.flush();
  // The acknowledgement is stored, and the tab ends before it could tell.
  await until(async () => (await recordOf(name)).gold === 1 && gate.arrived > 0);
  await one.save.close();
  await flushed;
  await until(() => two.save.status === 'saved' && three.save.status === 'saved');
  gate.open();
  await close(two.save, three.save);
});

test('a change right before the end of its tab is sent by another one', async () => {
  const name = player();
  const storage = sharedStorage();
  const [one, two] = [await openTab(name, storage), await openTab(name, storage)];
  await settle(one.save);
  await settle(two.save);
  const kept = two.save.increment('/gold', 1);
  await two.save.close();
  await kept;
  await until(async () => (await recordOf(name)).gold === 1);
  await until(() => one.save.status === 'saved');
  await one.save.close();
});

test('a tab that sends now is not blocked by the failure of the tab before', async () => {
  const name = player();
  const storage = sharedStorage();
  const account = signOut();
  const one = await openTab(name, storage, { fetch: account.fetch });
  let passed: Promise<void> | undefined;
  const slow = (async (input: string, init: RequestInit) => {
    await passed;
    return fetch(input, init);
  }) as typeof fetch;
  const two = await openTab(name, storage, { fetch: slow });
  const three = await openTab(name, storage);
  for (const { save } of [one, two, three]) await settle(save);
  account.isOut = true;
  await three.save.increment('/gold', 1);
  await until(() => [two, three].every(({ save }) => save.status === 'blocked'));
  const network = Promise.withResolvers<void>();
  passed = network.promise;
  await one.save.close();
  await until(() => three.save.status !== 'blocked');
  expect([two.save.status, (await recordOf(name)).gold]).toEqual(['saving', 0]);
  network.resolve();
  await Promise.all([two.save.flush(), three.save.flush()]);
  expect(await recordOf(name)).toEqual({ gold: 1 });
  await close(two.save, three.save);
});

test.each(['sends', 'does not'])(
  'a tab whose changes cannot reach the sender tells why: full is the one that %s',
  async (which) => {
    const name = player();
    const storage = sharedStorage();
    let full: string | undefined;
    const failing = (tab: string) =>
      around(storage, async (step, act) => {
        if (full === tab && step !== 'read') throw new Error('full');
        return act();
      });
    const [one, two] = [await openTab(name, failing('sends')), await openTab(name, failing('does not'))];
    await settle(one.save);
    await settle(two.save);
    full = which;
    await one.save.increment('/gold', 1);
    await settle(one.save);
    await until(() => two.save.status === 'saved');
    await two.save.increment('/gold', 10);
    expect((await failureOf(two.save.flush())).code).toBe('storage');
    expect([one.save.status, two.save.status]).toEqual(['saved', 'blocked']);
    await one.save.close();
    await until(() => two.save.status === 'saved');
    expect(await recordOf(name)).toEqual({ gold: 11 });
    await close(two.save);
  },
);

test('the tab that sends writes in the name of the session that began last', async () => {
  const [name, storage] = [player(), sharedStorage()];
  const open = async () => {
    const tab = device(name, { storage });
    const session = await tab.sessions.play(silent);
    return { tab, save: await tab.openSave({ initial: { gold: 0 }, session }) };
  };
  const first = await open();
  await settle(first.save);
  // The first tab sends for both, and its session was replaced.
  const second = await open();
  await second.save.increment('/gold', 1);
  await settle(second.save);
  expect([first.save.status, second.save.status]).toEqual(['saved', 'saved']);
  await device(name).sessions.start({ onActive: 'replace' });
  await second.save.increment('/gold', 1);
  await until(() => first.save.status === 'blocked' && second.save.status === 'blocked');
  expect(second.save.error?.code).toBe('superseded');
  second.save.retry(await second.tab.sessions.play(silent));
  await until(() => first.save.status === 'saved' && second.save.status === 'saved');
  expect(await recordOf(name)).toEqual({ gold: 2 });
  // The sender goes, and the other one writes in the name of its own.
  await first.save.close();
  await second.save.increment('/gold', 1);
  await settle(second.save);
  expect(await recordOf(name)).toEqual({ gold: 3 });
  await second.save.close();
});

test.each([false, true])(
  'a save goes on with the session that is active (live: %p), though a tab of an earlier one was opened later',
  async (live) => {
    const [name, storage] = [player(), sharedStorage()];
    const play = async () => {
      const tab = device(name, { storage });
      const session = await tab.sessions.play(silent);
      const open = () => tab.openSave<JsonObject>({ initial: { gold: 0 }, session, live });
      return { session, open };
    };
    const [earlier, newest] = [await play(), await play()];
    const [one, two] = [await newest.open(), await earlier.open()];
    await settle(one);
    for (const save of [two, one]) {
      await save.increment('/gold', 1);
      await settle(save);
    }
    await until(() => one.status === 'saved' && two.status === 'saved');
    expect(newest.session.state).toBe('active');
    expect(await recordOf(name)).toEqual({ gold: 2 });
    // Another device ends both.
    await device(name).sessions.start({ onActive: 'replace' });
    if (live) await until(() => newest.session.state === 'superseded');
    await two.increment('/gold', 1);
    await until(() => one.status === 'blocked' && two.status === 'blocked');
    expect(one.error?.code).toBe('superseded');
    await close(one, two);
  },
);

/** The locks of tabs that are seen. */
const seenLocks = () => locks.held().filter((name) => name.includes(' seen '));

/** Tabs of one browser, of which the first sends. */
async function openTabs(name: string, lives: readonly boolean[], ofFirst = {}) {
  const storage = sharedStorage();
  const tabs: Tab[] = [];
  const open = async (live: boolean): Promise<Tab> => {
    const tab = await openTab(name, storage, tabs.length === 0 ? ofFirst : {}, live);
    await settle(tab.save);
    tabs.push(tab);
    return tab;
  };
  for (const live of lives) await open(live);
  const end = async (): Promise<void> => {
    await close(...tabs.map(({ save }) => save));
    await untilWaiting(service(), 0);
  };
  return { tabs: tabs as [Tab, Tab, ...Tab[]], open, end };
}

test('of several live tabs one waits, all see what others write, and another one goes on when it dies', async () => {
  const [name, dying] = [player(), dyingNetwork()];
  const { tabs } = await openTabs(name, [true, true, true], { fetch: dying.fetch });
  await untilWaiting(service(), 1);
  await write(name, 1);
  for (const { save } of tabs) await until(() => save.data.gold === 1);
  await untilWaiting(service(), 1);
  dying.isDead = true;
  locks.kill(nameOfLock(name));
  await write(name, 2);
  for (const { save } of tabs.slice(1)) await until(() => save.data.gold === 2);
  await close(...tabs.map(({ save }) => save));
});

test('a tab whose session another device replaced is told by the live tab that waits', async () => {
  const [name, storage] = [player(), sharedStorage()];
  const open = async () => {
    const tab = device(name, { storage });
    const session = await tab.sessions.play(silent);
    const save = await tab.openSave<JsonObject>({ initial: {}, session, live: true });
    await settle(save);
    return { session, save };
  };
  const [first, second] = [await open(), await open()];
  await untilWaiting(service(), 1);
  expect(second.session.state).toBe('active');
  await device(name).sessions.start({ onActive: 'replace' });
  await until(() => second.session.state === 'superseded');
  await close(first.save, second.save);
});

test('a tab that is seen is live while the one that sends is hidden, and nobody waits while both are', async () => {
  const name = player();
  const { tabs, end } = await openTabs(name, [true, true]);
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
  await Promise.all([sender.save.flush(), other.save.flush()]);
  expect([sender.save.data.gold, other.save.data.gold]).toEqual([2, 2]);
  other.device.tell('wake');
  await until(() => other.save.data.gold === 3);
  await untilWaiting(service(), 1);
  await write(name, 4);
  await until(() => other.save.data.gold === 4);
  await end();
  expect(locks.held()).toEqual([]);
});

test.each(['closed', 'dead'])('a tab that is %s does not count as seen', async (how) => {
  const { tabs, end } = await openTabs(player(), [true, true]);
  const [sender, other] = tabs;
  await until(() => seenLocks().length === 2);
  sender.device.tell('sleep');
  await until(() => seenLocks().length === 1);
  await untilWaiting(service(), 1);
  const [lock = ''] = seenLocks();
  if (how === 'closed') await other.save.close();
  else locks.kill(lock);
  await untilWaiting(service(), 0);
  await end();
});

test('a tab that begins to send learns which others are seen', async () => {
  const name = player();
  const { tabs, end } = await openTabs(name, [true, true, true]);
  const [first, second, third] = tabs;
  await until(() => seenLocks().length === 3);
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
  await end();
});

test('the tab that sends waits for a live one though its own save is not live', async () => {
  const name = player();
  const { tabs, end } = await openTabs(name, [false, true]);
  const [sender, other] = tabs;
  await untilWaiting(service(), 1);
  expect(sender.device.requests.some(({ headers }) => headers.has('prefer'))).toBe(true);
  await write(name, 2);
  await until(() => other.save.data.gold === 2);
  other.device.tell('sleep');
  await untilWaiting(service(), 0);
  await end();
});

test('a page reads when it wakes up and when it is opened, also where another tab sends and none is live', async () => {
  const name = player();
  const { tabs, open, end } = await openTabs(name, [false, false]);
  const [sender, other] = tabs;
  for (const tab of tabs) tab.device.tell('sleep');
  await write(name, 2);
  other.device.tell('wake');
  await until(() => other.save.data.gold === 2);
  other.device.tell('sleep');
  await write(name, 3);
  await sender.save.flush();
  expect(sender.save.data.gold).toBe(2);
  const third = await open(false);
  await until(() => third.save.data.gold === 3);
  await end();
});
