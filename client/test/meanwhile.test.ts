// Changes that a game makes while another device's record is taken over: while the game decides, and while the device stores. They
// meet that record by the same rules as changes from before, and no question comes twice for what is decided.
import { expect, test } from 'bun:test';
import { paths } from '../../test/harness/api.ts';
import { set } from '../../test/harness/writes.ts';
import type { Conflict, Save } from '../src/index.ts';
import type { JsonObject } from '../src/record.ts';
import { settle } from './devices.ts';
import { describeOnEngines } from './suite.ts';

/** More members than a set names by itself. */
const many = Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`member ${index}`, index]));

type Asked = Conflict<JsonObject>;

describeOnEngines(({ service, player, device, stored }) => {
  const write = (name: string, text: string) => service().as(name, 'POST', paths.metadata, set(text));

  /** A save whose game made a change without a network while another device wrote, and makes others while it decides. */
  async function decideMeanwhile(change: (save: Save<JsonObject>, asked: number) => Promise<unknown>) {
    const name = player();
    await write(name, '{"gold":1,"level":1,"list":[1],"own":0}');
    const asked: Asked[] = [];
    const phone = device(name);
    const save = await phone.openSave<JsonObject>({
      async resolve(conflict) {
        asked.push(conflict);
        await change(save, asked.length);
        return { ...conflict.merged, decided: asked.length };
      },
    });
    await settle(save as never);
    phone.isOnline = false;
    await save.merge({ gold: 2 });
    await write(name, '{"gold":5,"level":7,"list":[1],"own":0}');
    phone.isOnline = true;
    save.retry();
    await settle(save as never);
    const record = JSON.parse(await stored(name));
    expect(save.data as unknown).toEqual(record);
    await save.close();
    return { asked, record };
  }

  test('a change that disputes another path is asked for, together with those from before', async () => {
    const { asked, record } = await decideMeanwhile(async (save, count) => {
      if (count === 1) await save.merge({ level: 3 });
    });
    expect(asked.map(({ base, merged }) => [base?.level, merged.gold, merged.level])).toEqual([
      [1, 2, 7],
      [1, 2, 3],
    ]);
    expect(record).toEqual({ gold: 2, level: 3, list: [1], own: 0, decided: 2 });
  });

  test('changes of what nobody disputes, or is decided, follow the decision, and nothing is asked again', async () => {
    const { asked, record } = await decideMeanwhile(async (save) => {
      await save.increment('/own', 1);
      await save.update((data) => ({ ...data, list: [1, 2], ...many }));
      await save.merge({ gold: 3 });
    });
    expect(asked).toHaveLength(1);
    // The set was made upon the level from before the decision, and did not change it.
    expect(record).toEqual({ gold: 3, level: 7, list: [1, 2], own: 1, decided: 1, ...many });
  });
});
