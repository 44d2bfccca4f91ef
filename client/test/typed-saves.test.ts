// Saves whose data have a type: right calls compile and work, and each wrong call is an error of the compiler, which `npm run types`
// finds by the comment above it.
import { expect, test } from 'bun:test';
import { z } from 'zod';
import type { JsonObject, PlaykeepClient, Save } from '../src/index.ts';
import { type CheckedSave, openCheckedSave, type StandardSchema } from '../src/schema.ts';
import { createDevice, settle } from './devices.ts';
import { describeOnEngines } from './suite.ts';

interface Item {
  name: string;
  count?: number;
}

interface Progress {
  level: number;
  name: string;
  nick?: string;
  bought: string[];
  bag?: { items: Item[]; weight: number };
  scores: Record<string, number>;
  'a/b~c': number;
  deep: { one: { two: { three: { four: { five: number } } } } };
}

const initial: Progress = {
  level: 1,
  name: 'Ann',
  bought: [],
  scores: {},
  'a/b~c': 0,
  bag: { items: [{ name: 'torch' }], weight: 1 },
  deep: { one: { two: { three: { four: { five: 5 } } } } },
};

async function callRight(save: Save<Progress>): Promise<void> {
  await save.increment('/level', 1);
  await save.increment('/bag/weight', 2);
  await save.increment('/bag/items/0/count', 3);
  await save.increment('/scores/forest', 4);
  await save.increment('/a~1b~0c', 5);
  await save.increment('/deep/one/two/three/four/five', 6);
  await save.append('/bought', 'rope', { maxItems: 5 });
  await save.append('/bag/items', { name: 'map', count: 1 });
  await save.merge({ level: 7, bag: { weight: 8 }, nick: null });
  await save.merge({ deep: { one: { two: {} } }, scores: { forest: null } });
}

describeOnEngines(({ service, player, stored }) => {
  test('right calls work', async () => {
    const name = player();
    const save = await createDevice(service().url, name).openSave<Progress>({ initial });
    await callRight(save);
    await settle(save);
    expect(JSON.parse(await stored(name))).toEqual({
      ...initial,
      ...{ level: 7, 'a/b~c': 5, bought: ['rope'], scores: {} },
      bag: {
        weight: 8,
        items: [
          { name: 'torch', count: 3 },
          { name: 'map', count: 1 },
        ],
      },
      deep: { one: { two: { three: { four: { five: 11 } } } } },
    });
    await save.set(initial);
    await save.close();
  });
});

/** Never called: the compiler alone reads it. */
export function callWrong(save: Save<Progress>, open: Save<JsonObject>, any: Save): void {
  // @ts-expect-error a member that is not there
  void save.increment('/levels', 1);
  // @ts-expect-error a text
  void save.increment('/name', 1);
  // @ts-expect-error no JSON Pointer
  void save.increment('level', 1);
  // @ts-expect-error the number of an item that is none
  void save.increment('/bag/items/first/count', 1);
  // @ts-expect-error a key that is not escaped
  void save.increment('/a/b~c', 1);
  // @ts-expect-error a number
  void save.append('/level', 1);
  // @ts-expect-error an item of another type
  void save.append('/bought', 1);
  // @ts-expect-error an item without its name
  void save.append('/bag/items', { count: 1 });
  // @ts-expect-error a value of another type
  void save.merge({ level: 'two' });
  // @ts-expect-error a member that is not there
  void save.merge({ bag: { wieght: 1 } });
  // @ts-expect-error a member that must be there
  void save.merge({ level: null });
  // @ts-expect-error a document that is not whole
  void save.set({ level: 1 });
  for (const each of [open, any]) {
    void each.increment(`/any/${Math.random()}` as string, 1);
    void each.append('/any', { of: ['value'] });
    void each.merge({ any: { value: 1 } });
    void each.set({ any: 1 });
  }
}

const schema = z.object({
  level: z.number().default(1),
  /** Stored as a text. */
  begun: z.string().transform((text) => new Date(text)),
  nick: z.string().optional(),
  bag: z.array(z.object({ name: z.string(), count: z.number().optional() })),
  scores: z.record(z.string(), z.number()),
});

/** Never called: the data have the type that the schema takes. */
export async function callChecked(playkeep: PlaykeepClient, byHand: StandardSchema<Progress>): Promise<void> {
  const save = await openCheckedSave(playkeep, {
    schema,
    initial: { begun: '2026-11-23', bag: [], scores: {} },
    resolve: ({ mine, theirs }) => (mine.bag.length > theirs.bag.length ? mine : theirs),
  });
  const text: string = save.data.begun;
  const level: number | undefined = save.data.level;
  await save.append('/bag', { name: text, count: level });
  await save.merge({ nick: null, level: null });
  await save.set({ begun: text, bag: [], scores: {} });
  save.on('issues', ({ data, issues }) => [data.begun.length, issues[0]?.path.length]);
  save.on('change', ({ data }) => data.begun.length);
  const plain: Save<typeof save.data> = save;
  await plain.close();
  const own: CheckedSave<Progress> = await openCheckedSave(playkeep, { schema: byHand });
  await callRight(own);

  // @ts-expect-error data before the transform
  const date: Date = save.data.begun;
  // @ts-expect-error data before the default
  const there: number = save.data.level;
  // @ts-expect-error a text
  void save.increment('/begun', date.getTime() + there);
  // @ts-expect-error a member that must be there
  void save.merge({ begun: null });
  // @ts-expect-error an event that is not there
  save.on('invalid', () => undefined);
  // @ts-expect-error an initial document of another type
  void openCheckedSave(playkeep, { schema, initial: { level: 1 } });
  // @ts-expect-error a decision of another type
  void openCheckedSave(playkeep, { schema, resolve: () => ({ level: 1 }) });
  // @ts-expect-error a schema of no object
  void openCheckedSave(playkeep, { schema: z.string() });
  // @ts-expect-error a save without a schema
  void openCheckedSave(playkeep, {});
  // @ts-expect-error a member of the save without a schema
  void plain.issues;
}
