// A save on a running service: it works without a network, sends what differs, and joins the changes of two devices.
import { expect, test } from 'bun:test';
import { type Conflict, memoryStorage } from '../src/index.ts';
import type { JsonObject } from '../src/record.ts';
import { type Device, failureOf, settle, until } from './devices.ts';
import { describeOnEngines } from './suite.ts';

describeOnEngines(({ player, device, stored }) => {
  test('begins from `initial`, changes at once, and is acknowledged in order', async () => {
    const name = player();
    const phone = device(name);
    const save = await phone.openSave<{ gold: number; level?: number; bought?: string[] }>({
      initial: { gold: 5 },
    });
    const changes: unknown[] = [];
    save.on('change', ({ data }) => changes.push(data));
    const made = [
      save.merge({ level: 2 }),
      save.increment('/gold', 0.1),
      save.append('/bought', 'torch'),
      save.patch([{ op: 'replace', path: '/level', value: 3 }]),
    ];
    expect(save.data as unknown).toEqual({ gold: 5.1, level: 3, bought: ['torch'] });
    expect(changes).toHaveLength(4);
    for (const kept of await Promise.all(made)) expect(kept).toEqual({ durable: false });
    await save.flush();
    expect([save.status, save.pending()]).toEqual(['saved', null]);
    expect(await stored(name)).toBe('{"gold":5.1,"level":3,"bought":["torch"]}');
    await save.set({ gold: 1 });
    await save.flush();
    expect(await stored(name)).toBe('{"gold":1}');
    await save.close();
    expect((await failureOf(save.merge({}))).code).toBe('closed');
    const keys = phone.requests
      .filter(({ method }) => method !== 'GET')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('a first start without a network, and then a restart, replaces nothing either', async () => {
    const name = player();
    const storage = memoryStorage();
    const phone = device(name, { storage });
    phone.isOnline = false;
    const first = await phone.openSave<JsonObject>({ initial: { gold: 0, level: 1 } });
    await first.merge({ met: true });
    await first.close();
    await device(name).metadata.set('{"gold":12345678901234567890,"level":40.0}');
    const again = await device(name, { storage }).openSave({ initial: { gold: 0, level: 1 } });
    expect(again.data as unknown).toEqual({ gold: 0, level: 1, met: true });
    await again.flush();
    expect(await stored(name)).toBe('{"gold":12345678901234567890,"level":40.0,"met":true}');
    await again.close();
    // Two devices begin without a network, and the first one to arrive wins.
    const other = player();
    const begin = async (gold: number) => {
      const one = device(other);
      one.isOnline = false;
      const save = await one.openSave({ initial: { gold } });
      await save.increment('/gold', 1);
      return { save, one };
    };
    const [earlier, later] = [await begin(10), await begin(20)];
    for (const { one, save } of [earlier, later]) {
      one.isOnline = true;
      await settle(save);
    }
    expect([await stored(other), later.save.aside()]).toEqual(['{"gold":12}', undefined]);
    await Promise.all([earlier.save.close(), later.save.close()]);
  });

  test('two devices add, and change different members: all of it is there, with every digit', async () => {
    const name = player();
    await device(name).metadata.set('{"gold":0,"exact":0.10000000000000000001,"a":1,"b":1}');
    const devices = [device(name), device(name)];
    const [phone, tablet] = devices as [Device, Device];
    const [one, two] = await Promise.all([phone.openSave(), tablet.openSave()]);
    const conflicts: Conflict[] = [];
    two.on('conflict', (conflict) => conflicts.push(conflict));
    tablet.isOnline = false;
    await Promise.all([one.increment('/gold', 10), one.merge({ a: 2 }), one.append('/log', 'phone')]);
    await settle(one);
    await Promise.all([two.increment('/gold', 100), two.merge({ b: 2 }), two.append('/log', 'tablet')]);
    await two.update((data) => ({ ...data, c: 3 }));
    tablet.isOnline = true;
    await settle(two);
    expect(await stored(name)).toBe(
      '{"gold":110,"exact":0.10000000000000000001,"a":2,"b":2,"log":["phone","tablet"],"c":3}',
    );
    expect(conflicts).toEqual([]);
    phone.tell('wake');
    await until(() => Bun.deepEquals(one.data, two.data));
    await Promise.all([one.close(), two.close()]);
  });

  test('at an overlap `resolve` decides about the whole, additions too', async () => {
    const name = player();
    await device(name).metadata.set({ level: 1, gold: 0 });
    const [phone, tablet] = [device(name), device(name)];
    const asked: Conflict<{ level: number; gold: number }>[] = [];
    const one = await phone.openSave();
    const two = await tablet.openSave<{ level: number; gold: number }>({
      resolve: (conflict) => {
        asked.push(conflict);
        const { mine, theirs } = conflict;
        return { ...theirs, level: Math.max(mine.level, theirs.level), met: true };
      },
    });
    tablet.isOnline = false;
    await one.merge({ level: 5 });
    await settle(one);
    await two.merge({ level: 3 });
    await two.increment('/gold', 7);
    tablet.isOnline = true;
    await settle(two);
    expect(await stored(name)).toBe('{"level":5,"gold":0,"met":true}');
    expect(asked).toEqual([
      {
        ...{ kind: 'paths', paths: ['/level'], theirsWrittenAt: expect.any(Date) },
        base: { level: 1, gold: 0 },
        mine: { level: 3, gold: 7 },
        theirs: { level: 5, gold: 0 },
        merged: { level: 3, gold: 7 },
      },
    ]);
    await Promise.all([one.close(), two.close()]);
  });
});
