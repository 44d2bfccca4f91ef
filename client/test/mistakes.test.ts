// What a game may hand in by mistake: malformed paths and operations, values that are no objects, and edits of the view. It is refused
// with the rule, and nothing of it is kept.
import { expect, test } from 'bun:test';
import { temporaryDirectory } from '../../test/harness/engines.ts';
import { fileStorage, PlaykeepError, type Save } from '../src/index.ts';
import type { JsonObject } from '../src/record.ts';
import { failureOf, settle } from './devices.ts';
import { startSuite } from './suite.ts';

const { player, device, stored } = startSuite();

const pointers = ['gold', '#/gold', '/a~b', '/~', 'a/b', ' ', undefined, null, 5, {}] as unknown as string[];
const rule = 'a JSON Pointer such as "/gold" begins with "/", and has "~" only in "~0" and "~1"';

test('a path that is no JSON Pointer is refused with the rule', async () => {
  const name = player();
  const phone = device(name);
  const save = await phone.openSave<JsonObject>({ initial: { gold: 1 } });
  await save.flush();
  let changes = 0;
  save.on('change', () => {
    changes += 1;
  });
  for (const path of pointers) {
    const calls = [
      () => save.increment(path, 1),
      () => save.append(path, 'torch'),
      () => save.patch([{ op: 'add', path, value: 1 }]),
      () => save.patch([{ op: 'remove', path }]),
      () => save.patch([{ op: 'move', path: '/silver', from: path }]),
      () => save.patch([{ op: 'copy', path: '/silver', from: path }]),
      () =>
        save.patch([
          { op: 'test', path: '/gold', value: 1 },
          { op: 'increment', path, by: 1 },
        ]),
    ];
    for (const call of calls) {
      const failure = await failureOf(call());
      expect(failure).toBeInstanceOf(PlaykeepError);
      expect([failure.code, failure.detail]).toEqual(['refused', rule]);
      expect(failure.message).toMatch(/is no JSON Pointer$/);
    }
  }
  expect([changes, save.data, save.pending()]).toEqual([0, { gold: 1 }, null]);
  await save.close();
  expect(await stored(name)).toBe('{"gold":1}');
  // Without a save the service says so.
  const refused = await failureOf(phone.metadata.patch([{ op: 'increment', path: 'gold', by: 1 }]));
  expect([refused.code, refused.detail]).toEqual(['refused', 'the "path" of operation 0 is no JSON Pointer']);
});

test.each([
  ['a patch is an array of operations', { op: 'remove', path: '/gold' }],
  ['a patch is an array of operations', 'gold'],
  ['operation 0 is no object', [null]],
  ['operation 1 is no object', [{ op: 'test', path: '/gold', value: 1 }, 'remove']],
  ['operation 0 has an "op" that is not known', [{ op: 'incr', path: '/gold', by: 1 }]],
  ['operation 0 has an "op" that is not known', [{ op: 'toString', path: '/gold' }]],
  ['operation 0 has an "op" that is not known', [{ path: '/gold' }]],
  ['the "by" of operation 0 is missing or another value', [{ op: 'increment', path: '/gold' }]],
  ['the "by" of operation 0 is missing or another value', [{ op: 'increment', path: '/gold', by: '1' }]],
  ['the "value" of operation 0 is missing or another value', [{ op: 'append', path: '/log' }]],
  [
    'operation 0 has a "maximum" that "increment" does not take',
    [{ op: 'increment', path: '/gold', by: 1, maximum: 3 }],
  ],
  [
    'operation 0 has a "min" that "increment" does not take',
    [{ op: 'increment', path: '/gold', by: 1, min: '0' }],
  ],
  [
    'operation 0 has a "maxItems" that "append" does not take',
    [{ op: 'append', path: '/log', value: 1, maxItems: 0 }],
  ],
])('malformed operations are refused: %s', async (detail, operations) => {
  const save = await device(player()).openSave({ initial: { gold: 1 } });
  const failure = await failureOf(save.patch(operations as never));
  expect([failure.code, failure.message, failure.detail]).toEqual(['refused', 'Invalid patch', detail]);
  expect(save.data).toEqual({ gold: 1 });
  await save.close();
});

test('values that are no objects are refused at once, and leave the save as it was', async () => {
  const name = player();
  using files = temporaryDirectory();
  const phone = device(name, { storage: fileStorage(files.directory) });
  expect((await failureOf(phone.openSave({ initial: { gold: Number.NaN } }))).code).toBe('refused');
  expect((await failureOf(phone.openSave({ initial: [] }))).code).toBe('refused');
  const save = (await phone.openSave({ initial: { gold: 1 } })) as unknown as Save;
  for (const value of [null, [1], 'text', 7] as unknown as object[]) {
    expect((await failureOf(save.set(value))).code).toBe('refused');
    expect((await failureOf(save.merge(value))).code).toBe('refused');
  }
  await settle(save);
  expect([save.data, await stored(name)]).toEqual([{ gold: 1 }, '{"gold":1}']);
  await save.close();
});

test('an edit of the view in place throws, and loses no later set', async () => {
  const name = player();
  interface Held {
    gold: number;
    bag: { items: number[]; open?: boolean };
  }
  const save = await device(name).openSave<Held>({ initial: { gold: 1, bag: { items: [1] } } });
  const edits = () => [
    () => Object.assign(save.data, { gold: 2 }),
    () => Object.assign(save.data.bag, { size: 1 }),
    () => save.data.bag.items.push(2),
  ];
  for (const edit of edits()) expect(edit).toThrow(TypeError);
  await save.flush();
  await save.merge({ bag: { open: true } });
  for (const edit of edits()) expect(edit).toThrow(TypeError);
  // The game's own objects stay its own.
  const copy = structuredClone(save.data);
  copy.gold = 5;
  await save.set(copy);
  copy.bag.items.push(3);
  await settle(save);
  expect(await stored(name)).toBe('{"gold":5,"bag":{"items":[1],"open":true}}');
  await save.close();
});
