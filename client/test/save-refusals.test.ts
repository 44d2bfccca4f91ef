// A save whose changes cannot go on: refused changes, another device's session, a session that expired, and another player's token.
import { expect, test } from 'bun:test';
import { signTestToken } from '../../test/harness/service.ts';
import { memoryStorage } from '../src/index.ts';
import type { JsonObject } from '../src/record.ts';
import { failureOf, settle, until } from './devices.ts';
import { describeOnEngines } from './suite.ts';

describeOnEngines(({ service, player, device, stored }) => {
  test('an addition that no longer fits leaves the document, and the rest goes on', async () => {
    const name = player();
    const phone = device(name);
    const save = await phone.openSave<JsonObject>({ initial: { gold: 5 } });
    await save.flush();
    phone.isOnline = false;
    await device(name).metadata.merge({ gold: 1 });
    const refused: unknown[] = [];
    save.on('refused', ({ paths, error, held }) => refused.push([paths, error.message, held]));
    await save.merge({ before: 1 });
    await save.increment('/gold', -4, { min: 0 });
    await save.merge({ after: 1 });
    expect((save.data as { gold: number }).gold).toBe(1);
    phone.isOnline = true;
    await settle(save);
    expect(await stored(name)).toBe('{"gold":1,"before":1,"after":1}');
    expect(refused).toEqual([[['/gold'], 'Patch does not apply', false]]);
    expect([save.pending(), save.status, save.data as unknown]).toEqual([
      null,
      'saved',
      { gold: 1, before: 1, after: 1 },
    ]);
    await save.close();
  });

  test('a change that does not apply to the view is refused at once', async () => {
    const save = await device(player()).openSave({ initial: { gold: 5 } });
    const failure = await failureOf(save.increment('/gold', -6, { min: 0 }));
    expect([failure.code, failure.detail]).toEqual([
      'refused',
      'increment /gold: the result would be less than "min"',
    ]);
    expect((await failureOf(save.merge({ gold: Number.NaN }))).code).toBe('refused');
    expect(save.data as unknown).toEqual({ gold: 5 });
    await save.close();
  });

  test('a flush right after a takeover waits for the new attempt, and without a remedy rejects anew', async () => {
    const name = player();
    const phone = device(name);
    const save = await phone.openSave({ initial: {}, session: await phone.sessions.start() });
    await save.flush();
    await device(name).sessions.start({ onActive: 'replace' });
    await save.merge({ level: 2 });
    const first = await failureOf(save.flush());
    expect([first.code, save.status, save.error?.code]).toEqual(['superseded', 'blocked', 'superseded']);
    // It may have arrived in the name of the session before.
    expect(save.pending()).toMatchObject({ sent: true, paths: ['/level'] });
    save.retry();
    const second = await failureOf(save.flush());
    expect([second.code, second === first, save.status]).toEqual(['superseded', false, 'blocked']);
    const told: unknown[] = [];
    save.on('status', ({ status, error }) => told.push([status, error]));
    save.retry(await phone.sessions.start({ onActive: 'replace' }));
    expect([save.status, save.error]).toEqual(['saving', undefined]);
    await save.flush();
    expect(await stored(name)).toBe('{"level":2}');
    expect(told).toEqual([
      ['saving', undefined],
      ['saved', undefined],
    ]);
    await save.close();
  });

  test('a session that began anew after a sleep goes on saving', async () => {
    const name = player();
    const phone = device(name);
    const session = await phone.sessions.play();
    const save = await phone.openSave({ initial: {}, session });
    await save.flush();
    phone.tell('sleep');
    service().clock.advance(2_000_000);
    await save.merge({ level: 2 });
    await until(() => save.status === 'waiting');
    expect(save.error?.sessionEnd).toBe('expired');
    phone.tell('wake');
    await until(() => save.status === 'saved');
    expect(await stored(name)).toBe('{"level":2}');
    await save.close();
    await session.end();
  });

  test('another player’s token sends nothing of this save', async () => {
    const [ann, bob] = [player(), player()];
    const storage = memoryStorage();
    let current = ann;
    const options = { storage, token: () => signTestToken(current) };
    const phone = device(ann, options);
    const save = await phone.openSave({ initial: {} });
    await save.flush();
    phone.isOnline = false;
    await save.merge({ secret: 'of ann' });
    await save.close();
    current = bob;
    const second = device(bob, options);
    const theirs = await second.openSave({ initial: { own: 'of bob' } });
    await theirs.flush();
    expect(await stored(bob)).toBe('{"own":"of bob"}');
    await theirs.close();
    // The game gives the wrong token to the save of Ann.
    const wrong = await device(bob, { ...options, player: ann }).openSave();
    const failure = await failureOf(wrong.flush());
    expect([failure.code, failure.message]).toEqual(['unauthorized', 'The token is of another player']);
    expect(await stored(bob)).toBe('{"own":"of bob"}');
    await wrong.close();
    current = ann;
    const back = await device(ann, options).openSave();
    expect(back.data as unknown).toEqual({ secret: 'of ann' });
    await back.flush();
    expect(await stored(ann)).toBe('{"secret":"of ann"}');
    await back.close();
  });
});
