// Reads of a save's storage: a game that asks for the changes on the device whenever its view is another one must not keep the save
// from going on, and a view is another object only where its values are others.
import { expect, test } from 'bun:test';
import { memoryStorage, type Save, type SaveStorage } from '../src/index.ts';
import { until } from './devices.ts';
import { startSuite } from './suite.ts';

const { player, device, stored } = startSuite();

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
};

/** A slow storage, which counts its reads. */
function countingStorage() {
  const storage = memoryStorage();
  const counts = { reads: 0, onRead: () => {} };
  const slow: SaveStorage = {
    async open(name) {
      const area = await storage.open(name);
      return {
        isShared: true,
        isDurable: true,
        async read() {
          counts.reads += 1;
          counts.onRead();
          await turns(20);
          return area.read();
        },
        async append(change) {
          await turns(4);
          return area.append(change);
        },
        async commit(update) {
          await turns(4);
          return area.commit(update);
        },
        close: area.close,
      };
    },
  };
  return { slow, counts };
}

test('a game that asks for the waiting changes in each event `change` goes on saving', async () => {
  const { slow, counts } = countingStorage();
  const name = player();
  const phone = device(name, { storage: slow, player: name });
  phone.isOnline = false;
  const save = (await phone.openSave({ initial: { gold: 0, bag: { items: [1] } } })) as unknown as Save;
  const seen: unknown[] = [];
  const lists: Promise<unknown>[] = [];
  save.on('change', ({ data }) => {
    seen.push(data);
    lists.push(save.pending());
  });
  const kept: Promise<unknown>[] = [];
  for (let count = 0; count < 10; count += 1) {
    kept.push(save.increment('/gold', 1), save.merge({ [`m${count}`]: count }), save.append('/log', count));
    kept.push(save.set({ ...save.data, bag: { items: [count] } }));
    await turns(10 * (count % 3));
  }
  await Promise.all(kept);
  await Promise.all(lists);
  expect(counts.reads).toBeLessThan(200);
  expect(new Set(seen.map((data) => JSON.stringify(data))).size).toBe(seen.length);
  phone.isOnline = true;
  phone.tell('online');
  await until(() => save.status === 'saved');
  expect(JSON.parse(await stored(name))).toEqual(save.data);
  await save.close();
});

test('a view stays one object, and no event tells it again, while its values stay', async () => {
  const { slow } = countingStorage();
  const name = player();
  const save = (await device(name, { storage: slow }).openSave({ initial: { gold: 0 } })) as unknown as Save;
  await save.flush();
  await save.merge({ level: 2 });
  const { data } = save;
  let changes = 0;
  save.on('change', () => {
    changes += 1;
  });
  for (let count = 0; count < 5; count += 1) await save.pending();
  await save.flush();
  await save.pending();
  // The acknowledged record has the values of the view.
  expect(save.data).toBe(data);
  expect(changes).toBe(0);
  await device(name).metadata.merge({ gold: 7 });
  save.retry();
  await until(() => save.data !== data);
  expect([changes, save.data as unknown]).toEqual([1, { gold: 7, level: 2 }]);
  await save.close();
});

test('a caller does not wait for reads that begin after its own', async () => {
  const { slow, counts } = countingStorage();
  const save = await device(player(), { storage: slow }).openSave({ initial: {} });
  await save.flush();
  // Each read is followed by a later one before it ends.
  let asked = 0;
  counts.onRead = () => {
    asked += 1;
    if (asked < 100) setImmediate(() => void save.pending());
  };
  const before = counts.reads;
  expect(await save.merge({ level: 1 })).toEqual({ id: expect.any(String), durable: true });
  expect(counts.reads - before).toBeLessThan(20);
  await until(() => asked >= 100);
  await save.close();
});
