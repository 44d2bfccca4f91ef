// The promises of every engine (src/store/ports/store.ts), checked through the port alone.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { allEngines } from '../../harness/engines.ts';
import { pgbouncer } from '../../harness/pgbouncer.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';

const sessionA = '01a00000-0000-7000-8000-00000000000a';
const sessionB = '01a00000-0000-7000-8000-00000000000b';

for (const engine of pgbouncer ? [...allEngines, pgbouncer] : allEngines) {
  describe(`the store on ${engine.name}`, () => {
    let t: TestStore;
    beforeEach(async () => {
      t = await openTestStore(engine);
    });
    afterEach(() => t.remove());

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
        for (const [index, name] of names.entries())
          expect(await t.store.players.find(name)).toBe(ids[index]);
      });

      test('get one id from concurrent inserts', async () => {
        const ids = await Promise.all(Array.from({ length: 50 }, () => t.register('ann')));
        expect(new Set(ids).size).toBe(1);
      });

      test('are not found before they are registered', async () => {
        expect(await t.store.players.find('nobody')).toBeUndefined();
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
        expect(await t.store.metadata.find(id + 1)).toEqual({ playerId: 'ann', text: undefined, version: 0 });
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

      test('can be erased, revived and erased again', async () => {
        await t.register('ann');
        for (let round = 0; round < 2; round += 1) {
          expect(await t.store.players.erase('ann')).toBe(true);
          expect(await t.store.players.find('ann')).toBe('erased');
          expect(await t.store.players.register('ann', { revive: true })).toBeNumber();
        }
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

      test('that were erased are not found by any other method', async () => {
        const id = await t.register('ann');
        await t.store.players.erase('ann');
        expect(await t.store.metadata.save(id, '{}')).toBeUndefined();
        expect(await t.store.metadata.edit(id, () => ({ answer: null, text: '{}' }))).toBeUndefined();
        expect(await t.store.sessions.start(id, sessionA)).toBeUndefined();
        expect(await t.store.sessions.heartbeat(id)).toBeUndefined();
        expect(await t.store.sessions.end(id, 'stopped')).toBeUndefined();
      });
    });

    describe('metadata', () => {
      test('is unset, then stored, then unset again; its version counts every change', async () => {
        const id = await t.register('ann');
        expect(await t.store.metadata.find(id)).toEqual({ playerId: 'ann', text: undefined, version: 0 });
        expect(await t.store.metadata.save(id, '{"a":1}')).toBe(1);
        expect(await t.store.metadata.find(id)).toEqual({ playerId: 'ann', text: '{"a":1}', version: 1 });
        expect(await t.store.metadata.edit(id, () => ({ answer: 'gone', text: null }))).toEqual({
          answer: 'gone',
          version: 2,
        });
        expect(await t.store.metadata.find(id)).toEqual({ playerId: 'ann', text: undefined, version: 2 });
        expect(await t.store.metadata.save(id, '{}')).toBe(3);
      });

      test('keeps its text to the last character', async () => {
        const id = await t.register('ann');
        const text = '{ "n":1.0, "z":-0,"e":1e400,\n"s":"\\u0000\\ud800 🎮 é","__proto__":{"b":[]}}';
        await t.store.metadata.save(id, text);
        expect((await t.store.metadata.find(id))?.text).toBe(text);
      });

      test('of unknown players is undefined', async () => {
        expect(await t.store.metadata.find(77)).toBeUndefined();
        expect(await t.store.metadata.find(Number.MAX_SAFE_INTEGER)).toBeUndefined();
        expect(await t.store.metadata.save(77, '{}')).toBeUndefined();
      });

      test('is found for a reader who exists, among concurrent reads of other kinds', async () => {
        const [ann, bob] = [await t.register('ann'), await t.register('bob')];
        await t.store.metadata.save(bob, '{"b":1}');
        const { metadata } = t.store;
        const found = { playerId: 'bob', text: '{"b":1}', version: 1 };
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
        ).toEqual([found, found, found, 'reader-not-found', undefined, 'reader-not-found', undefined]);
      });

      test('applies the calls of one player in their order', async () => {
        const id = await t.register('ann');
        const versions = await Promise.all(
          Array.from({ length: 100 }, (_, index) => t.store.metadata.save(id, `{"n":${index}}`)),
        );
        expect(versions).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
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
      expect(version).toBe(1);
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
        { status: 'fulfilled', value: 1 },
      ]);
      expect((await t.store.metadata.find(other))?.text).toBe('{"ok":true}');
      expect((await t.store.metadata.find(id))?.version).toBe(0);
    });

    test('shares its state with a second store on the same database', async () => {
      const second = await t.open();
      try {
        const id = await t.register('ann');
        expect(await second.players.find('ann')).toBe(id);
        await second.metadata.save(id, '{"by":"second"}');
        expect((await t.store.metadata.find(id))?.text).toBe('{"by":"second"}');
        await t.store.sessions.start(id, sessionA);
        expect(await second.sessions.start(id, sessionB)).toBe('already-active');
        await second.players.erase('ann');
        expect(await t.store.sessions.heartbeat(id)).toBeUndefined();
      } finally {
        await second.close();
      }
    });

    test('answers a ping, and closes only after the writes under way', async () => {
      await t.store.ping();
      const id = await t.register('ann');
      const write = t.store.metadata.save(id, '{"last":true}');
      await t.store.close();
      expect(await write).toBe(1);
      await t.reopen();
      expect((await t.store.metadata.find(id))?.text).toBe('{"last":true}');
    });
  });
}
