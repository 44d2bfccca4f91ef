// Changes of this device upon a record that another device changed, by what is stored and told in the end: sets that meet moved arrays
// and removed parents, additions that are made fewer, refused changes beside a decision, and decisions that come late.
import { expect, test } from 'bun:test';
import { asyncStorage, type Conflict, type Save } from '../src/index.ts';
import { failureOf, settle, until } from './devices.ts';
import { startSuite } from './suite.ts';

const { player, device, stored } = startSuite();

/** A device that read `before` and lost the network; then another device stored `theirs`. */
async function part(before: string, theirs: string, options = {}) {
  const name = player();
  const other = device(name).metadata;
  await other.set(before);
  const own = device(name);
  const save = (await own.openSave(options)) as unknown as Save;
  const conflicts: Conflict[] = [];
  save.on('conflict', (conflict) => conflicts.push(conflict));
  own.isOnline = false;
  await other.set(theirs);
  const meet = async () => {
    own.isOnline = true;
    await settle(save);
    return stored(name);
  };
  return { name, own, save, conflicts, meet };
}

/** A set of a copy of the view, as of a game that saves its whole state. */
const edit = (change: (data: never) => void) => (save: Save) => {
  const data = structuredClone(save.data);
  change(data as never);
  return save.set(data);
};

test.each<
  [title: string, before: string, theirs: string, make: (save: Save) => unknown, after: string, n: number]
>([
  [
    'a set replaces an array whose items another device moved, and changes no wrong item',
    '{"items":[{"id":"a"},{"id":"b","n":1},{"id":"c","n":1}],"level":1}',
    '{"items":[{"id":"b","n":1},{"id":"c","n":1}],"level":12345678901234567890}',
    edit(({ items }: { items: { n: number }[] }) => Object.assign(items[1] ?? {}, { n: 2 })),
    '{"items":[{"id":"a"},{"id":"b","n":2},{"id":"c","n":1}],"level":12345678901234567890}',
    1,
  ],
  [
    'items that sets of two devices add at the end are all there',
    '{"log":[1]}',
    '{"log":[1,"theirs",2.50]}',
    edit(({ log }: { log: unknown[] }) => log.push('mine')),
    '{"log":[1,"theirs",2.50,"mine"]}',
    0,
  ],
  [
    'an array that another device made shorter gets what is appended',
    '{"log":[1,2,3,4]}',
    '{"log":[4]}',
    (save) => Promise.all([save.append('/log', 5), save.patch([{ op: 'add', path: '/log/-', value: 6 }])]),
    '{"log":[4,5,6]}',
    0,
  ],
  [
    'a set of an item of an array that another device made shorter is a conflict',
    '{"log":[1,2,3,4]}',
    '{"log":[4]}',
    edit(({ log }: { log: number[] }) => log.splice(3, 1, 9)),
    '{"log":[1,2,3,9]}',
    1,
  ],
  [
    'a set whose parent another device removed keeps its value, beside all that it does not touch',
    '{"stats":{"wins":1,"best":{"time":3}},"gold":1}',
    '{"gold":1.50,"other":true}',
    edit((data: { stats: object }) => {
      Object.assign(data.stats, { best: { time: 2 } });
      Object.assign(data, { level: 2 });
    }),
    '{"gold":1.50,"other":true,"stats":{"wins":1,"best":{"time":2}},"level":2}',
    1,
  ],
  [
    'a set that removes what another device removed, or sets what it set, is no conflict',
    '{"a":1,"b":{"c":1},"d":1}',
    '{"b":{"c":2},"d":1}',
    edit((data: { a?: number; b: { c: number } }) => {
      delete data.a;
      Object.assign(data, { b: { c: 2 }, e: 5 });
    }),
    '{"b":{"c":2},"d":1,"e":5}',
    0,
  ],
])('%s', async (_, before, theirs, make, after, conflictsExpected) => {
  const { save, conflicts, meet } = await part(before, theirs);
  await make(save);
  expect(await meet()).toBe(after);
  expect([conflicts.length, await save.pending()]).toEqual([conflictsExpected, []]);
  await save.close();
});

test('a set of more paths than a patch may have goes whole', async () => {
  const { save, meet } = await part('{"gold":1}', '{"gold":1,"theirs":1}');
  const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`m${index}`, index]));
  await save.set({ gold: 1, ...many });
  expect(JSON.parse(await meet())).toEqual({ gold: 1, theirs: 1, ...many });
  expect(await save.pending()).toEqual([]);
  await save.close();
});

test('an addition whose parent another device removed is set aside, and the others go on', async () => {
  const { save, meet } = await part('{"stats":{"wins":1}}', '{}');
  await save.increment('/stats/wins', 1);
  await save.merge({ level: 2 });
  expect((await failureOf(meet())).message).toBe('Patch does not apply');
  expect((await save.pending()).map(({ kind, state }) => [kind, state])).toEqual([['increment', 'refused']]);
  expect(save.data as unknown).toEqual({ level: 2 });
  await save.close();
});

test('a refused change still waits for the game after a decision about later ones', async () => {
  const resolve = ({ mine }: Conflict) => ({ ...mine, decided: true });
  const { own, name, save, meet } = await part('{"gold":1,"level":1}', '{"gold":0,"level":1}', { resolve });
  await save.increment('/gold', -1, { min: 0 });
  expect((await failureOf(meet())).code).toBe('refused');
  const [refused] = await save.pending();
  own.isOnline = false;
  await device(name).metadata.merge({ level: 5 });
  await save.merge({ level: 3 });
  own.isOnline = true;
  await failureOf(settle(save));
  expect(await stored(name)).toBe('{"gold":0,"level":3,"decided":true}');
  expect((await save.pending()).map(({ id, state }) => [id, state])).toEqual([
    [refused?.id ?? '', 'refused'],
  ]);
  await save.close();
});

test('a change that the game discards while it decides stays discarded', async () => {
  const decision = Promise.withResolvers<void>();
  let asked = 0;
  const resolve = async ({ mine }: Conflict) => {
    asked += 1;
    await decision.promise;
    return mine;
  };
  const { own, save, name } = await part('{"level":1}', '{"level":5}', { resolve });
  await save.merge({ level: 3 });
  await until(() => save.status === 'waiting');
  const { id } = await save.merge({ unwanted: true });
  own.isOnline = true;
  await until(() => asked === 1);
  expect(await save.discard(id)).toBe(true);
  decision.resolve();
  await settle(save);
  expect(await stored(name)).toBe('{"level":3}');
  await save.close();
});

test('a decision that comes after the save was closed changes nothing on the device', async () => {
  const items = new Map<string, string>();
  const storage = asyncStorage({
    getItem: async (key) => items.get(key) ?? null,
    setItem: async (key, value) => void items.set(key, value),
    removeItem: async (key) => void items.delete(key),
  });
  const name = player();
  await device(name).metadata.set({ level: 1 });
  const decision = Promise.withResolvers<void>();
  let asked = 0;
  const first = await device(name, { storage }).openSave<{ level: number }>({
    resolve: async ({ mine }) => {
      asked += 1;
      await decision.promise;
      return mine;
    },
  });
  await until(() => first.status === 'saved');
  await device(name).metadata.set({ level: 5 });
  await first.merge({ level: 3 });
  await until(() => asked === 1);
  expect((await failureOf(device(name, { storage }).openSave())).code).toBe('storage');
  await first.close();
  const second = await device(name, { storage }).openSave<{ level: number; gold?: number }>();
  await second.merge({ gold: 7 });
  decision.resolve();
  await settle(second as unknown as Save);
  expect(await stored(name)).toBe('{"level":3,"gold":7}');
  await second.close();
  const third = await device(name, { storage }).openSave();
  expect([third.data as unknown, await third.pending()]).toEqual([{ level: 3, gold: 7 }, []]);
  await third.close();
});

test('a set that follows an addition leaves its sum to the service, to the last digit', async () => {
  const name = player();
  await device(name).metadata.set('{"big":9007199254740993,"level":1}');
  const save = (await device(name).openSave()) as unknown as Save;
  // The sum in the view is rounded. The set is made before the answer with the exact one.
  await save.increment('/big', 1);
  await save.set({ ...save.data, level: 2 });
  await save.set({ ...save.data, level: 3 });
  await settle(save);
  expect(await stored(name)).toBe('{"big":9007199254740994,"level":3}');
  await save.close();
});
