// The promises of every engine (src/store/ports/store.ts), checked through the port alone.
import { describe, expect, test } from 'bun:test';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { sessionA, sessionB } from './shared.ts';

describeStores('the store', { engines: enginesAndPooler }, (t, engine) => {
  describe('players', () => {
    test('get ids from 1 upward, once, and keep them across a restart', async () => {
      expect(await t.register('ann')).toBe(1);
      expect(await t.register('bob')).toBe(2);
      expect(await t.register('ann')).toBe(1);
      await t.store.close();
      await t.reopen();
      expect(await t.store.players.find('ann')).toBe(1);
      expect(await t.register('cy')).toBe(3);
    });

    test('are told apart by every code point of their names', async () => {
      const names = [
        'a',
        'A',
        ' a',
        'a ',
        '__proto__',
        '🎮',
        'é',
        'e\u0301',
        "o'hara",
        '"',
        '%',
        '\u{10ffff}',
      ];
      const ids = await Promise.all(names.map(t.register));
      expect(new Set(ids).size).toBe(names.length);
      for (const [index, name] of names.entries()) expect(await t.store.players.find(name)).toBe(ids[index]);
    });

    test('stay erased until revived, then start with an id never used before', async () => {
      const id = await t.register('ann');
      await t.store.metadata.save(id, '{"a":1}');
      await t.store.sessions.start(id, sessionA);
      t.clock.advance(5);
      expect(await t.store.players.erase('ann')).toBe(true);
      expect(await t.store.players.erase('ann')).toBe(false);
      expect(await t.store.players.find('ann')).toBe('erased');
      expect(await t.store.players.register('ann')).toBe('erased');
      expect(await t.store.metadata.find(id)).toBeUndefined();
      const revived = await t.store.players.register('ann', { revive: true });
      expect(revived).toBe(id + 1);
      const nothing = { text: undefined, version: 0, writtenAt: null };
      expect(await t.store.metadata.find(id + 1)).toEqual({ playerId: 'ann', ...nothing });
      expect((await t.store.sessions.listEnded(id, 9))[0]).toMatchObject({
        sessionId: sessionA,
        reason: 'erased',
      });
    });

    test('lose the contexts of their sessions by an erasure, and other players lose none', async () => {
      const context = '{"device":"Ann’s phone"}';
      const id = await t.register('ann');
      const other = await t.register('bob');
      for (const player of [id, other]) {
        await t.store.sessions.start(player, crypto.randomUUID(), { context });
        t.clock.advance(100 * 24 * 3_600_000);
        await t.store.sessions.start(player, crypto.randomUUID(), { context });
        t.clock.advance(5);
        await t.store.sessions.end(player, 'stopped');
        await t.store.sessions.start(player, crypto.randomUUID(), { context });
        t.clock.advance(5);
      }
      const before = await t.store.sessions.listEnded(id, 9);
      expect(before.map((session) => session.context)).toEqual([context, context, context]);
      await t.store.players.erase('ann');
      const left = await t.store.sessions.listEnded(id, 9);
      expect(left).toHaveLength(3);
      expect(left.slice(-2)).toEqual(before.slice(-2).map((session) => ({ ...session, context: null })));
      expect(left.map((session) => session.context)).toEqual([null, null, null]);
      expect((await t.store.sessions.listEnded(other, 9)).map((session) => session.context)).toContain(
        context,
      );
    });

    test('read the last write of another process, also in concurrent reads', async () => {
      const id = await t.register('ann');
      const other = await t.open();
      for (let n = 0; n < 50; n += 1) {
        const reads = Array.from({ length: 5 }, () => other.metadata.find(id));
        await t.store.metadata.save(id, `{"n":${n}}`);
        expect((await other.metadata.find(id))?.text).toBe(`{"n":${n}}`);
        await Promise.all(reads);
      }
      await other.close();
    });

    test('erased by one process while others register them, stay erased', async () => {
      const others = await Promise.all([t.open(), t.open()]);
      for (let round = 0; round < 30; round += 1) {
        const name = `player ${round}`;
        await t.register(name);
        const registered = others.map(async (other) => {
          const answers = [];
          for (let again = 0; again < 5; again += 1) answers.push(await other.players.register(name));
          return answers;
        });
        expect(await t.store.players.erase(name)).toBe(true);
        await Promise.all(registered);
        expect(await t.store.players.find(name)).toBe('erased');
      }
      await Promise.all(others.map((other) => other.close()));
    });
  });

  test('knows no player who was erased, nor one who never was', async () => {
    const erased = await t.register('ann');
    await t.store.players.erase('ann');
    const { metadata, sessions } = t.store;
    for (const id of [erased, 77, Number.MAX_SAFE_INTEGER]) {
      const idempotencyKey = { key: 'k', fingerprint: 'f' };
      const edit = () => ({ answer: null, text: '{}' });
      const answers: unknown[] = await Promise.all([
        metadata.find(id),
        metadata.save(id, '{}'),
        metadata.edit(id, edit),
        metadata.edit(id, edit, { idempotencyKey }),
        sessions.start(id, sessionA),
        sessions.start(id, sessionA, { idempotencyKey }),
        sessions.heartbeat(id),
        sessions.heartbeat(id, { idempotencyKey }),
        sessions.end(id, 'stopped'),
      ]);
      expect(answers).toEqual(answers.map(() => undefined));
    }
  });

  describe('metadata', () => {
    test('keeps its text to the last character', async () => {
      const id = await t.register('ann');
      const text = '{ "n":1.0, "z":-0,"e":1e400,\n"s":"\\u0000\\ud800 🎮 é","__proto__":{"b":[]}}';
      await t.store.metadata.save(id, text);
      expect((await t.store.metadata.find(id))?.text).toBe(text);
    });

    test('is found for a reader who exists, among concurrent reads of other kinds', async () => {
      const [ann, bob] = [await t.register('ann'), await t.register('bob')];
      await t.store.metadata.save(bob, '{"b":1}');
      const { metadata } = t.store;
      const found = { playerId: 'bob', text: '{"b":1}', version: 1 };
      // When it was written is for the own player.
      const own = { ...found, writtenAt: t.clock.now() };
      expect(
        await Promise.all([
          metadata.findAsReader(ann, bob),
          metadata.find(bob),
          metadata.findAsReader(bob, bob),
          metadata.findAsReader(77, bob),
          metadata.findAsReader(ann, 77),
          metadata.findAsReader(77, 78),
          metadata.find(77),
        ]),
      ).toEqual([found, own, found, 'reader-not-found', undefined, 'reader-not-found', undefined]);
    });

    test('applies the calls of one player in their order', async () => {
      const id = await t.register('ann');
      const versions = await Promise.all(
        Array.from({ length: 100 }, (_, index) => t.store.metadata.save(id, `{"n":${index}}`)),
      );
      expect(versions).toMatchObject(Array.from({ length: 100 }, (_, index) => ({ version: index + 1 })));
      expect((await t.store.metadata.find(id))?.text).toBe('{"n":99}');
    });
  });

  test('keeps the outcomes of one batch apart and in order', async () => {
    const id = await t.register('ann');
    const [started, again, beat, stopped, gone, version, missing] = await Promise.all([
      t.store.sessions.start(id, sessionA),
      t.store.sessions.start(id, sessionB),
      t.store.sessions.heartbeat(id),
      t.store.sessions.end(id, 'stopped'),
      t.store.sessions.heartbeat(id),
      t.store.metadata.save(id, '{}'),
      t.store.metadata.save(999, '{}'),
    ]);
    expect(started).toHaveProperty('sessionId', sessionA);
    expect(again).toBe('already-active');
    expect(beat).toHaveProperty('sessionId', sessionA);
    expect(stopped).toHaveProperty('reason', 'stopped');
    expect(gone).toEqual({ notActive: 'none' });
    expect(version).toMatchObject({ version: 1 });
    expect(missing).toBeUndefined();
  });

  test('fails a call that the database refuses alone, not the others of its batch', async () => {
    const id = await t.register('ann');
    const other = await t.register('bob');
    await t.store.sessions.start(id, sessionA);
    const bad = t.store.metadata.save(id, engine.refusedText);
    const good = t.store.metadata.save(other, '{"ok":true}');
    expect(await Promise.allSettled([bad, good])).toMatchObject([
      { status: 'rejected' },
      { status: 'fulfilled', value: { version: 1 } },
    ]);
    expect((await t.store.metadata.find(other))?.text).toBe('{"ok":true}');
    expect((await t.store.metadata.find(id))?.version).toBe(0);
  });

  test('answers a ping, and closes only after the writes under way', async () => {
    await t.store.ping();
    const id = await t.register('ann');
    const write = t.store.metadata.save(id, '{"last":true}');
    await t.store.close();
    expect(await write).toMatchObject({ version: 1 });
    await t.reopen();
    expect((await t.store.metadata.find(id))?.text).toBe('{"last":true}');
  });
});
