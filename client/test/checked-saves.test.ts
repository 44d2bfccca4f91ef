// Saves that a schema checks: it tells what does not fit, and neither changes data nor keeps anybody from playing.
import { expect, test } from 'bun:test';
import { z } from 'zod';
import { memoryStorage } from '../src/index.ts';
import { openCheckedSave, type StandardSchema } from '../src/schema.ts';
import { settle, until } from './devices.ts';
import { startSuite } from './suite.ts';

const schema = z.object({
  level: z.number().min(1),
  gold: z.number().min(0).default(0),
  bag: z.array(z.object({ 'a/b': z.string() })).optional(),
});
const wrongLevel = { path: '/level', message: expect.stringContaining('number') };

interface Level {
  level: number;
}

/** A schema by hand, of data whose level is a number. */
const byHand = (validate: StandardSchema['~standard']['validate']): StandardSchema<Level> => ({
  '~standard': { version: 1, validate },
});
const fits = (value: unknown): boolean => typeof (value as Level).level === 'number';
const answerTo = (value: unknown) =>
  fits(value) ? { value } : { issues: [{ message: 'no level', path: [{ key: 'level' }] }] };

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise(setImmediate);
};

const { player, device, stored } = startSuite();

test('data that fit have no issues, stay as they are stored, and are written by the schema in a copy', async () => {
  const name = player();
  const phone = device(name);
  await phone.metadata.set({ level: 2, unknown: true, bag: [{ 'a/b': 'rope' }] });
  const save = await openCheckedSave(phone, { schema, initial: { level: 1 } });
  expect([save.issues, save.status]).toEqual([[], 'saved']);
  // Neither the default is added nor the unknown member removed.
  expect(save.data as unknown).toEqual({ level: 2, unknown: true, bag: [{ 'a/b': 'rope' }] });
  await save.close();
  const writing = byHand((value) => ({ value: Object.assign(value as Level, { level: 7 }) }));
  const other = await openCheckedSave(device(player()), { schema: writing, initial: { level: 1 } });
  expect([other.data, other.issues]).toEqual([{ level: 1 }, []]);
  await other.close();
});

test('what the game begins with and what it changes is checked, kept and sent, whether it fits or not', async () => {
  const name = player();
  const save = await openCheckedSave(device(name), { schema, initial: { level: 0, gold: 1 } });
  expect([save.data.level, save.issues.map(({ path }) => path)]).toEqual([0, ['/level']]);
  await save.merge({ level: 1 });
  expect(save.issues).toEqual([]);
  await save.increment('/gold', -2);
  expect(save.issues).toMatchObject([{ path: '/gold' }]);
  await settle(save);
  expect(JSON.parse(await stored(name))).toEqual({ level: 1, gold: -1 });
  await save.close();
});

test('an older copy of the device opens without a network, and the game brings it up to date', async () => {
  const name = player();
  const phone = device(name, { storage: memoryStorage(), player: name });
  const older = await phone.openSave({ initial: { level: 'two', bag: [{ 'a/b': 1 }] } });
  await older.flush();
  await older.close();
  phone.isOnline = false;

  const save = await openCheckedSave(phone, { schema });
  expect(save.issues).toEqual([wrongLevel, { path: '/bag/0/a~1b', message: expect.any(String) }]);
  expect(save.data as unknown).toEqual({ level: 'two', bag: [{ 'a/b': 1 }] });
  expect(save.pending()).toBeNull();
  const told: unknown[] = [];
  save.on('issues', ({ data, issues }) => told.push([data, issues]));
  await save.set({ level: 2 });
  expect([save.issues, told]).toEqual([[], [[{ level: 2 }, []]]]);
  phone.isOnline = true;
  await settle(save);
  expect(await stored(name)).toBe('{"level":2}');
  await save.close();
});

test('a record that another device wrote is told, by a read and by a rebase', async () => {
  const name = player();
  const phone = device(name);
  const save = await openCheckedSave(phone, { schema, initial: { level: 1 } });
  await save.flush();
  const told: unknown[] = [];
  // A game hears of the issues before it hears of the change, and both are about the same data.
  save.on('change', ({ data }) => told.push(['change', data, save.issues.map(({ path }) => path)]));
  save.on('issues', ({ data, issues }) => told.push(['issues', data, issues.map(({ path }) => path)]));

  await device(name).metadata.merge({ level: 'three' });
  phone.tell('wake');
  await until(() => save.issues.length > 0);
  const data: unknown = { level: 'three' };
  expect(told).toEqual([
    ['issues', data, ['/level']],
    ['change', data, ['/level']],
  ]);

  phone.isOnline = false;
  await save.merge({ level: 4 });
  expect(save.issues).toEqual([]);
  await device(name).metadata.merge({ gold: 'much' });
  phone.isOnline = true;
  await settle(save);
  expect(save.issues.map(({ path }) => path)).toEqual(['/gold']);
  expect(JSON.parse(await stored(name))).toEqual({ level: 4, gold: 'much' });
  await save.close();
});

test('a listener whose repair repairs nothing hears of it once', async () => {
  const save = await openCheckedSave(device(player()), { schema, initial: { level: 1 } });
  let told = 0;
  save.on('issues', () => {
    told += 1;
    void save.merge({ gold: 7 });
  });
  await save.merge({ level: -1 });
  await save.flush();
  expect([told, save.data, save.issues.length]).toEqual([1, { level: -1, gold: 7 }, 1]);
  await save.close();
});

test('issues are those of the data also where a listener before changed them', async () => {
  const save = await openCheckedSave(device(player()), { schema, initial: { level: 1 } });
  const stop = save.on('change', () => {
    stop();
    void save.merge({ level: 2 });
  });
  const seen: unknown[] = [];
  save.on('change', () => seen.push([save.data.level, save.issues.length]));
  await save.merge({ level: -1 });
  expect(seen).toEqual([
    [2, 0],
    [2, 0],
  ]);
  await save.close();
});

test('an asynchronous schema is waited for, and asked about one document at a time', async () => {
  const asked: unknown[] = [];
  let running = 0;
  let most = 0;
  let gate = Promise.resolve();
  const slow = byHand(async (value) => {
    asked.push(value);
    running += 1;
    most = Math.max(most, running);
    await turns();
    await gate;
    running -= 1;
    return answerTo(value);
  });
  const phone = device(player());
  await phone.metadata.set({ level: 'one' });
  const save = await openCheckedSave(phone, { schema: slow });
  expect(save.issues).toEqual([{ path: '/level', message: 'no level' }]);
  const told: unknown[] = [];
  save.on('issues', ({ issues }) => told.push(issues));
  for (const level of [1, 2, 3, 4]) await save.merge({ level });
  await until(() => save.issues.length === 0 && running === 0);
  expect([told, most]).toEqual([[[]], 1]);
  expect(asked.at(-1)).toEqual({ level: 4 });
  expect(asked.length).toBeLessThan(5);

  // A change that is still under way would write over what comes now.
  await until(() => save.status === 'saved');
  await phone.metadata.set({ level: 'five' });
  const before = asked.length;
  const answered = Promise.withResolvers<void>();
  gate = answered.promise;
  phone.tell('wake');
  await until(() => asked.length > before);
  await save.close();
  answered.resolve();
  await until(() => running === 0);
  expect(told).toEqual([[]]);
});

test('what another device writes while an asynchronous schema is asked is checked before the save opens', async () => {
  const name = player();
  let answers = 0;
  const countingFetch = (async (input: string, init: RequestInit) => {
    const response = await fetch(input, init);
    const text = await response.text();
    answers += 1;
    return new Response(text === '' ? null : text, response);
  }) as typeof fetch;
  const phone = device(name, { storage: memoryStorage(), player: name, fetch: countingFetch });
  await (await phone.openSave({ initial: { level: 1 } })).close();
  await phone.metadata.set({ level: 'one' });
  const before = answers;
  const slow = byHand(async (value) => {
    // The copy of the device fits; it is asked about until the record was read.
    if (fits(value)) await until(() => answers > before);
    await turns();
    return answerTo(value);
  });
  const save = await openCheckedSave(phone, { schema: slow });
  expect([save.data as unknown, save.issues.length]).toEqual([{ level: 'one' }, 1]);
  await save.close();
});

test.each([
  [
    'throws',
    () => {
      throw new Error('no idea');
    },
  ],
  ['rejects', () => Promise.reject('no idea')],
])('a schema that %s is an issue of the whole document', async (_, validate) => {
  const save = await openCheckedSave(device(player()), { schema: byHand(validate), initial: { level: 1 } });
  expect([save.data, save.issues]).toEqual([{ level: 1 }, [{ path: '', message: 'no idea' }]]);
  await save.merge({ level: 2 });
  await save.flush();
  await save.close();
});

test('a schema that is none is refused, and leaves the save free', async () => {
  const phone = device(player(), { storage: memoryStorage() });
  const none = {} as StandardSchema<Level>;
  await expect(openCheckedSave(phone, { schema: none })).rejects.toThrow('"schema" takes a Standard Schema');
  expect(phone.requests).toEqual([]);
  const save = await openCheckedSave(phone, { schema: byHand(answerTo), initial: { level: 1 } });
  await save.close();
});
