// Orders in which tabs of one browser hear of each other, with slow steps of their storage in between: each change is sent and seen
// once, a flush ends, and a status is that of the tab that sends. The locks of the browser are played; the channel is real.
import { expect, test } from 'bun:test';
import { paths } from '../../test/harness/api.ts';
import type { Save, SaveStorage } from '../src/index.ts';
import type { JsonObject } from '../src/record.ts';
import { createDevice, failureOf, settle, until } from './devices.ts';
import { around, type Step, sharedStorage } from './shared-storage.ts';
import { startSuite } from './suite.ts';
import { playLocksInTests } from './web-locks.ts';

const { service, player } = startSuite();

playLocksInTests();

const recordOf = async (name: string) => (await service().as(name, 'GET', paths.metadata)).body.data.metadata;

const openTab = async (name: string, storage: SaveStorage, options = {}) => {
  const device = createDevice(service().url, name, { storage, ...options });
  return { device, save: await device.openSave<JsonObject>({ initial: { gold: 0 } }) };
};

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

const close = (...saves: readonly Pick<Save, 'close'>[]) => Promise.all(saves.map((save) => save.close()));

test('a change that another tab has sent before this one knows that it is stored is seen once', async () => {
  const name = player();
  const storage = sharedStorage();
  const one = await openTab(name, storage);
  // The page of the other tab is busy, and goes on after its change was stored.
  const gate = createGate(['read', 'append']);
  const two = await openTab(name, around(storage, gate.pass));
  await settle(one.save as never);
  await settle(two.save as never);
  gate.shut();
  const kept = two.save.increment('/gold', 1);
  await until(() => gate.arrived > 0);
  // The tab that sends reads the change of the other one beside its own.
  await one.save.increment('/gold', 10);
  await settle(one.save as never);
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
  await settle(one.save as never);
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
  await settle(two.save as never);
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
  await settle(one.save as never);
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
  for (const { save } of [one, two, three]) await settle(save as never);
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
  await settle(one.save as never);
  await settle(two.save as never);
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
  for (const { save } of [one, two, three]) await settle(save as never);
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
    await settle(one.save as never);
    await settle(two.save as never);
    full = which;
    await one.save.increment('/gold', 1);
    await settle(one.save as never);
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

test.each([false, true])(
  'a save goes on with the session that is active (live: %p), though a tab of an earlier one was opened later',
  async (live) => {
    const name = player();
    const storage = sharedStorage();
    const play = async () => {
      const device = createDevice(service().url, name, { storage });
      const session = await device.sessions.play({ onActive: 'replace', heartbeatSeconds: 100_000 });
      const open = () => device.openSave<JsonObject>({ initial: { gold: 0 }, session, live });
      return { device, session, open };
    };
    const [earlier, newest] = [await play(), await play()];
    const [one, two] = [await newest.open(), await earlier.open()];
    await settle(one as never);
    for (const save of [two, one]) {
      await save.increment('/gold', 1);
      await settle(save as never);
    }
    await until(() => one.status === 'saved' && two.status === 'saved');
    expect(newest.session.state).toBe('active');
    expect(await recordOf(name)).toEqual({ gold: 2 });
    // Another device ends both.
    await createDevice(service().url, name).sessions.start({ onActive: 'replace' });
    if (live) await until(() => newest.session.state === 'superseded');
    await two.increment('/gold', 1);
    await until(() => one.status === 'blocked' && two.status === 'blocked');
    expect(one.error?.code).toBe('superseded');
    await close(one as never, two as never);
  },
);
