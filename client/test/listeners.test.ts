// Listeners that call the save: the order of calls is the order of effects, in the view, on the device and in the service, and each
// listener hears the events in that order.
import { expect, test } from 'bun:test';
import { type AsyncStorageAdapter, asyncStorage, memoryStorage, type SaveStorage } from '../src/index.ts';
import { failureOf, settle, until } from './devices.ts';
import { startSuite } from './suite.ts';

interface Progress {
  readonly level: number;
  readonly gold: number;
  readonly log?: readonly number[];
}

const { player, device, stored } = startSuite();

/** Turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

test('a change made in a listener comes after the one that it answers, and spends what that earned', async () => {
  const name = player();
  const phone = device(name);
  const save = await phone.openSave<Progress>({ initial: { level: 0, gold: 0 } });
  await save.flush();
  const kept: Promise<unknown>[] = [];
  save.on('change', ({ data }) => {
    if (data.gold === 10) kept.push(save.increment('/gold', -10, { min: 0 }));
    if (data.level === 1) kept.push(save.merge({ level: 2 }));
  });
  phone.isOnline = false;
  await save.merge({ level: 1 });
  await save.increment('/gold', 10);
  await Promise.all(kept);
  expect([save.data, kept.length]).toEqual([{ level: 2, gold: 0 }, 2]);
  phone.isOnline = true;
  await settle(save);
  expect([save.data, JSON.parse(await stored(name))]).toEqual(Array(2).fill({ level: 2, gold: 0 }));
  await save.close();
});

test('a flush and what is pending, asked for in a listener, have the change that it hears of', async () => {
  const name = player();
  const save = await device(name).openSave<Progress>({ initial: { level: 0, gold: 0 } });
  await save.flush();
  const seen: unknown[] = [];
  let flushed: Promise<string> | undefined;
  const stop = save.on('change', () => {
    stop();
    seen.push(save.pending()?.paths);
    flushed = save.flush().then(() => stored(name));
  });
  await save.merge({ level: 1 });
  expect(seen).toEqual([['/level']]);
  expect(JSON.parse((await flushed) ?? '{}').level).toBe(1);
  await save.close();
});

test('a save closed in a listener keeps the change that it heard of', async () => {
  const name = player();
  const items = new Map<string, string>();
  const slowly = <Result>(act: () => Result) => turns(4).then(act);
  const adapter: AsyncStorageAdapter = {
    getItem: (key) => slowly(() => items.get(key) ?? null),
    setItem: (key, value) => slowly(() => void items.set(key, value)),
    removeItem: (key) => slowly(() => void items.delete(key)),
  };
  const phone = device(name, { storage: asyncStorage(adapter), player: name });
  const save = await phone.openSave<Progress>({ initial: { level: 0, gold: 0 } });
  await save.flush();
  phone.isOnline = false;
  let closing: Promise<void> | undefined;
  save.on('change', () => {
    closing ??= save.close();
  });
  expect(await save.merge({ level: 1 })).toMatchObject({ durable: true });
  await closing;
  expect((await failureOf(save.merge({ level: 2 }))).code).toBe('closed');
  const again = await phone.openSave<Progress>();
  expect(again.data.level).toBe(1);
  await again.close();
});
test.each([
  ['lost at once and late, and the last one is kept late', [undefined, [4, false], [60, false], [80, true]]],
  ['lost after the next one is kept', [undefined, [60, false], [4, true], [80, true]]],
  ['all kept, and known to be late', [undefined, [60, false], [80, true], [80, true]]],
] as const)('changes keep their order while the device is found to keep no more: %s', async (_, fates) => {
  const storage = memoryStorage();
  let appended = 0;
  const failing: SaveStorage = {
    async open(name) {
      const area = await storage.open(name);
      return {
        ...area,
        async commit(update) {
          if (update.expected) return area.commit(update);
          const [pause, isKept] = fates[appended++] ?? [0, true];
          const kept = isKept ? area.commit(update) : Promise.reject(new Error('QuotaExceededError'));
          kept.catch(() => undefined);
          await turns(pause);
          return kept;
        },
      };
    },
  };
  const name = player();
  const phone = device(name, { storage: failing, player: name });
  phone.isOnline = false;
  const save = await phone.openSave<Progress>();
  await save.append('/log', 0);
  const kept = [1, 2, 3].map((value) => save.append('/log', value));
  await until(() => !save.durable);
  kept.push(save.append('/log', 4));
  await Promise.all(kept);
  expect(save.data.log).toEqual([0, 1, 2, 3, 4]);
  phone.isOnline = true;
  await settle(save);
  expect(JSON.parse(await stored(name))).toEqual({ log: [0, 1, 2, 3, 4] });
  await save.close();
});

test('every listener hears the events in the order of the changes, also after one that throws', async () => {
  const save = await device(player()).openSave<Progress>({ initial: { level: 0, gold: 0 } });
  await save.flush();
  const thrown: unknown[] = [];
  // The test takes the uncaught errors, which would end it.
  const { queueMicrotask } = globalThis;
  globalThis.queueMicrotask = (act) =>
    queueMicrotask(() => {
      try {
        act();
      } catch (error) {
        thrown.push(error);
      }
    });
  const heard: [string, number][] = [];
  const kept: Promise<unknown>[] = [];
  save.on('change', ({ data }) => {
    if (data.level < 3) kept.push(save.merge({ level: data.level + 1 }));
    heard.push(['first', data.level]);
    throw new Error(`listener ${data.level}`);
  });
  save.on('change', ({ data }) => heard.push(['second', data.level]));
  await save.merge({ level: 1 });
  await Promise.all(kept);
  await turns(1);
  globalThis.queueMicrotask = queueMicrotask;
  const levels = [1, 2, 3];
  expect(heard).toEqual(
    levels.flatMap((level): [string, number][] => [
      ['first', level],
      ['second', level],
    ]),
  );
  expect(thrown.map((error) => (error as Error).message)).toEqual(levels.map((level) => `listener ${level}`));
  await save.close();
});

test('listeners of `status`, `conflict` and `refused` change the save, in order', async () => {
  const name = player();
  const [phone, tablet] = [device(name), device(name)];
  const save = await phone.openSave<Progress>({ initial: { level: 0, gold: 5 } });
  await save.flush();
  const kept: Promise<unknown>[] = [];
  const append = (value: number) => kept.push(save.append('/log', value));
  save.on('conflict', () => append(1));
  save.on('refused', () => append(2));
  let isTold = false;
  save.on('status', ({ status }) => {
    if (status !== 'waiting' || isTold) return;
    isTold = true;
    append(0);
    save.retry();
  });
  phone.isOnline = false;
  await tablet.metadata.merge({ level: 7, gold: 1 });
  await save.merge({ level: 3 });
  await save.increment('/gold', -4, { min: 0 });
  await until(() => isTold);
  phone.isOnline = true;
  await until(() => kept.length === 3);
  await Promise.all(kept);
  await settle(save);
  const last = JSON.parse(await stored(name));
  expect([last, save.data, save.pending()]).toEqual([
    { level: 3, gold: 1, log: expect.any(Array) },
    last,
    null,
  ]);
  expect(last.log.toSorted()).toEqual([0, 1, 2]);
  await save.close();
}, 30_000);
