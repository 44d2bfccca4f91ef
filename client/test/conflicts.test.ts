// Two sides of a save: what `resolve` is asked and what its answers do, conflicts without it, and how a save begins.
import { expect, test } from 'bun:test';
import { type Conflict, memoryStorage, type Save, type SaveOptions } from '../src/index.ts';
import type { JsonObject } from '../src/record.ts';
import { failureOf, settle, until } from './devices.ts';
import { describeOnEngines } from './suite.ts';

describeOnEngines(({ player, device, stored }) => {
  /** A save that is offline while the service's record becomes another one. */
  async function diverge(
    theirs: JsonObject,
    change: (save: Save<JsonObject>) => Promise<unknown>,
    options: SaveOptions<JsonObject> = {},
  ) {
    const name = player();
    const storage = memoryStorage();
    await device(name).metadata.set({ gold: 5, bow: 1, skin: 'red', log: ['a'] });
    const phone = device(name, { storage });
    const save = await phone.openSave<JsonObject>(options);
    const told: Conflict<JsonObject>[] = [];
    save.on('conflict', (conflict) => told.push(conflict));
    phone.isOnline = false;
    await change(save);
    await device(name).metadata.set(theirs);
    phone.isOnline = true;
    return { name, storage, phone, save, told };
  }

  test.each([
    ['mine', { gold: 7, bow: 2, skin: 'red', log: ['a', 'mine'] }],
    ['theirs', { gold: 5, bow: 3, skin: 'blue', log: ['a', 'theirs'] }],
    ['merged', { gold: 7, bow: 2, skin: 'blue', log: ['a', 'theirs', 'mine'] }],
  ] as const)('`resolve` returns %s', async (side, expected) => {
    const { name, save } = await diverge(
      { gold: 5, bow: 3, skin: 'blue', log: ['a', 'theirs'] },
      async (one) => {
        await one.increment('/gold', 2);
        await one.merge({ bow: 2 });
        await one.append('/log', 'mine');
      },
      { resolve: (conflict) => conflict[side] },
    );
    await settle(save);
    expect([save.data, JSON.parse(await stored(name))] as unknown).toEqual([expected, expected]);
    await save.close();
  });

  test('a game that hands over its state takes back nothing that it has not seen', async () => {
    const name = player();
    const phone = device(name);
    const save = await phone.openSave<JsonObject>({ initial: { wood: 1, huts: 0, log: [] } });
    const state = save.load() as { wood: number; huts: number; log: string[] };
    state.wood = 2;
    await save.set(state);
    await save.flush();
    await device(name).metadata.patch([
      { op: 'replace', path: '/huts', value: 10 },
      { op: 'append', path: '/log', value: 'theirs' },
    ]);
    await save.refresh();
    state.wood = 3;
    state.log.push('mine');
    await save.set(state);
    await save.flush();
    expect(JSON.parse(await stored(name))).toEqual({ wood: 3, huts: 10, log: ['theirs', 'mine'] });
    const [failure] = await Promise.all([failureOf(save.set({ ...save.data }))]);
    expect(failure.detail).toContain('frozen part of save.data');
    await save.close();
  });

  test('members of one unit, or the document, are one value', async () => {
    for (const [conflicts, paths] of [
      ['document', ['']],
      [['/bow', '/skin'], []],
      ['paths', []],
    ] as const) {
      const asked: Conflict<JsonObject>[] = [];
      const resolve = (conflict: Conflict<JsonObject>) => {
        asked.push(conflict);
        return conflict.theirs;
      };
      const theirs = { gold: 5, bow: 1, skin: 'blue', log: ['a'] };
      const { save } = await diverge(theirs, (one) => one.merge({ bow: 2 }), { conflicts, resolve });
      await settle(save);
      expect([conflicts, asked.map((one) => one.paths)] as unknown).toEqual([
        conflicts,
        paths.length ? [paths] : [],
      ]);
      await save.close();
    }
  });

  test('a `resolve` that throws blocks the save, and is asked again by `retry` and after a restart', async () => {
    let asked = 0;
    const fails = () => {
      asked += 1;
      throw new Error('no dialog');
    };
    const { name, storage, phone, save } = await diverge({ bow: 3 }, (one) => one.merge({ bow: 2 }), {
      resolve: fails,
    });
    await until(() => save.status === 'blocked');
    expect([asked, await stored(name)]).toEqual([1, '{"bow":3}']);
    save.retry();
    await until(() => asked === 2);
    await save.close();
    const again = await device(name, { storage }).openSave<JsonObject>({ resolve: ({ mine }) => mine });
    await settle(again);
    expect(JSON.parse(await stored(name)).bow).toBe(2);
    expect(phone.requests.length).toBeGreaterThan(0);
    await again.close();
  });

  test('what the game changes while it is asked is merged upon the answer', async () => {
    let answer = (_: JsonObject): void => undefined;
    const { name, save } = await diverge({ gold: 5, bow: 3 }, (one) => one.merge({ bow: 2 }), {
      resolve: () => new Promise<JsonObject>((resolve) => (answer = resolve)),
    });
    await until(() => save.status === 'waiting' && save.error === undefined);
    await save.merge({ met: true });
    await save.increment('/gold', 1);
    answer({ gold: 5, bow: 9 });
    await settle(save);
    expect(JSON.parse(await stored(name))).toEqual({ gold: 6, bow: 9, met: true });
    await save.close();
  });

  test('a deleted record begins anew, and what was there is aside', async () => {
    const name = player();
    const phone = device(name);
    const save = await phone.openSave<JsonObject>({ initial: { gold: 1 } });
    await save.merge({ gold: 9 });
    await save.flush();
    const told: unknown[] = [];
    save.on('conflict', ({ kind, kept, mine }) => told.push([kind, kept, mine]));
    await device(name).metadata.delete();
    await save.refresh();
    await settle(save);
    expect([await stored(name), told]).toEqual(['{"gold":1}', [['deleted', 'theirs', { gold: 9 }]]]);
    expect(save.aside()).toEqual({ gold: 9 });
    await save.dropAside();
    expect(save.aside()).toBeUndefined();
    await save.close();
  });

  test('a save from before goes to a service without a record, and gives way to one', async () => {
    const [fresh, returning] = [player(), player()];
    const existing = { gold: 7 };
    const first = await device(fresh).openSave<JsonObject>({ initial: { gold: 0 }, existing });
    expect([first.source, first.data] as unknown).toEqual(['existing', existing]);
    await first.flush();
    expect(await stored(fresh)).toBe('{"gold":7}');
    await device(returning).metadata.set({ gold: 100 });
    const second = await device(returning).openSave<JsonObject>({ existing });
    expect([second.source, second.data, second.aside()] as unknown).toEqual([
      'service',
      { gold: 100 },
      existing,
    ]);
    const asked: unknown[] = [];
    const third = await device(returning).openSave<JsonObject>({
      existing,
      resolve: ({ kind, base, mine }) => {
        asked.push([kind, base]);
        return mine;
      },
    });
    await settle(third);
    expect([asked, await stored(returning)]).toEqual([[['first', null]], '{"gold":7}']);
    await Promise.all([first.close(), second.close(), third.close()]);
  });

  test('a save that began without the service meets a record: disputed members are the service’s', async () => {
    const name = player();
    const phone = device(name);
    phone.isOnline = false;
    const save = await phone.openSave<JsonObject>({ initial: { gold: 0, level: 1 } });
    await save.merge({ level: 2 });
    await save.increment('/gold', 5);
    await device(name).metadata.set({ gold: 100, level: 30 });
    phone.isOnline = true;
    await settle(save);
    expect(JSON.parse(await stored(name))).toEqual({ gold: 105, level: 30 });
    expect(save.aside()).toEqual({ gold: 5, level: 2 });
    await save.close();
  });

  test('`forget` leaves nothing on the device, and is refused while something is unsent', async () => {
    const [name, storage] = [player(), memoryStorage()];
    const phone = device(name, { storage, player: name });
    const save = await phone.openSave<JsonObject>({ initial: { gold: 1 } });
    await save.flush();
    phone.isOnline = false;
    await save.merge({ gold: 2 });
    expect((await failureOf(save.forget())).code).toBe('refused');
    await save.forget({ evenUnsent: true });
    expect((await failureOf(save.merge({ gold: 3 }))).code).toBe('closed');
    phone.isOnline = true;
    const again = await phone.openSave<JsonObject>();
    expect([again.source, again.data] as unknown).toEqual(['service', { gold: 1 }]);
    await again.close();
  });

  test('`discard` takes the record’s value at a pointer, or all of it', async () => {
    const name = player();
    const phone = device(name);
    const save = await phone.openSave<JsonObject>({ initial: { gold: 1, level: 1 } });
    await save.flush();
    phone.isOnline = false;
    const discarded = save.merge({ gold: 2, level: 2 }).then(() => save.discard('/gold'));
    phone.isOnline = true;
    await discarded;
    await settle(save);
    expect(save.data as unknown).toEqual(JSON.parse(await stored(name)));
    await save.discard();
    expect([save.pending(), save.status]).toEqual([null, 'saved']);
    await save.close();
  });
});
