// What every engine promises (src/store/store.ts), checked on each of them through the port alone.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { openStore } from '../../src/app.ts';
import type { Store } from '../../src/store/store.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { engines, type TestDatabase } from '../harness/engines.ts';
import { testConfig } from '../harness/service.ts';

const timeoutSeconds = 60;
const sessionA = '01a00000-0000-7000-8000-00000000000a';
const sessionB = '01a00000-0000-7000-8000-00000000000b';

for (const engine of engines) {
  describe(`the store on ${engine.name}`, () => {
    let clock: ManualClock;
    let database: TestDatabase;
    let store: Store;

    const open = (): Store =>
      openStore(
        testConfig({ ...database.environment, SESSION_TIMEOUT_SECONDS: String(timeoutSeconds) }),
        clock,
      );
    const register = async (playerId: string): Promise<number> => {
      const id = await store.players.insert(playerId);
      if (id === 'erased') throw new Error('erased');
      return id;
    };

    beforeEach(async () => {
      clock = manualClock();
      database = await engine.create();
      store = open();
    });
    afterEach(async () => {
      await store.close();
      database.remove();
    });

    describe('players', () => {
      test('get ids from 1 upward, once, and keep them across a restart', async () => {
        expect(await register('ann')).toBe(1);
        expect(await register('bob')).toBe(2);
        expect(await register('ann')).toBe(1);
        await store.close();
        store = open();
        expect(await store.players.find('ann')).toBe(1);
        expect(await register('cy')).toBe(3);
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
        const ids = await Promise.all(names.map(register));
        expect(new Set(ids).size).toBe(names.length);
        for (const [index, name] of names.entries()) expect(await store.players.find(name)).toBe(ids[index]);
      });

      test('get one id from concurrent inserts', async () => {
        const ids = await Promise.all(Array.from({ length: 50 }, () => register('ann')));
        expect(new Set(ids).size).toBe(1);
      });

      test('are unknown before they are registered', async () => {
        expect(await store.players.find('nobody')).toBeUndefined();
      });

      test('stay erased until revived, then begin anew with an id never used before', async () => {
        const id = await register('ann');
        await store.metadata.update(id, '{"a":1}');
        await store.sessions.insert(id, sessionA);
        clock.advance(5);
        expect(await store.players.delete('ann')).toBe(true);
        expect(await store.players.delete('ann')).toBe(false);
        expect(await store.players.find('ann')).toBe('erased');
        expect(await store.players.insert('ann')).toBe('erased');
        expect(await store.metadata.find(id)).toBeUndefined();
        const revived = await store.players.insert('ann', { revive: true });
        expect(revived).toBe(id + 1);
        expect(await store.metadata.find(id + 1)).toEqual({ playerId: 'ann', text: undefined, version: 0 });
        expect((await store.sessions.listEnded(id, 9))[0]).toMatchObject({
          sessionId: sessionA,
          reason: 'erased',
        });
      });

      test('that were erased are nobody to every other method', async () => {
        const id = await register('ann');
        await store.players.delete('ann');
        expect(await store.metadata.update(id, '{}')).toBeUndefined();
        expect(await store.metadata.delete(id)).toBeUndefined();
        expect(await store.sessions.insert(id, sessionA)).toBeUndefined();
        expect(await store.sessions.update(id)).toBeUndefined();
        expect(await store.sessions.delete(id, 'stopped')).toBeUndefined();
      });
    });

    describe('metadata', () => {
      test('is unset at first, then what was stored, then unset again; its version counts every change', async () => {
        const id = await register('ann');
        expect(await store.metadata.find(id)).toEqual({ playerId: 'ann', text: undefined, version: 0 });
        expect(await store.metadata.update(id, '{"a":1}')).toBe(1);
        expect(await store.metadata.find(id)).toEqual({ playerId: 'ann', text: '{"a":1}', version: 1 });
        expect(await store.metadata.delete(id)).toBe(2);
        expect(await store.metadata.find(id)).toEqual({ playerId: 'ann', text: undefined, version: 2 });
        expect(await store.metadata.update(id, '{}')).toBe(3);
      });

      test('keeps its text to the last character', async () => {
        const id = await register('ann');
        const text = '{ "n":1.0, "z":-0,"e":1e400,\n"s":"\\u0000\\ud800 🎮 é","__proto__":{"b":[]}}';
        await store.metadata.update(id, text);
        expect((await store.metadata.find(id))?.text).toBe(text);
      });

      test('of unknown players is undefined', async () => {
        expect(await store.metadata.find(77)).toBeUndefined();
        expect(await store.metadata.find(Number.MAX_SAFE_INTEGER)).toBeUndefined();
        expect(await store.metadata.update(77, '{}')).toBeUndefined();
      });

      test('applies the calls of one player in their order', async () => {
        const id = await register('ann');
        const versions = await Promise.all(
          Array.from({ length: 100 }, (_, index) => store.metadata.update(id, `{"n":${index}}`)),
        );
        expect(versions).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
        expect((await store.metadata.find(id))?.text).toBe('{"n":99}');
      });
    });

    describe('sessions', () => {
      test('start, go on and end', async () => {
        const id = await register('ann');
        const start = clock.now();
        expect(await store.sessions.insert(id, sessionA)).toEqual({
          sessionId: sessionA,
          startedAt: start,
          lastActivity: start,
        });
        expect(await store.sessions.insert(id, sessionB)).toBe('already-active');
        clock.advance(1500);
        expect(await store.sessions.update(id)).toEqual({
          sessionId: sessionA,
          startedAt: start,
          lastActivity: start + 1500,
        });
        clock.advance(500);
        const ended = {
          sessionId: sessionA,
          startedAt: start,
          endedAt: start + 2000,
          reason: 'stopped',
        } as const;
        expect(await store.sessions.delete(id, 'stopped')).toEqual(ended);
        expect(await store.sessions.listEnded(id, 10)).toEqual([ended]);
        expect(await store.sessions.update(id)).toBe('not-active');
        expect(await store.sessions.delete(id, 'stopped')).toBe('not-active');
      });

      test('of unknown players are undefined', async () => {
        expect(await store.sessions.insert(77, sessionA)).toBeUndefined();
        expect(await store.sessions.update(77)).toBeUndefined();
        expect(await store.sessions.delete(77, 'stopped')).toBeUndefined();
      });

      test('are active one millisecond before the timeout and expired at it, without any sweep', async () => {
        const id = await register('ann');
        const start = clock.now();
        await store.sessions.insert(id, sessionA);
        clock.advance(timeoutSeconds * 1000 - 1);
        expect(await store.sessions.insert(id, sessionB)).toBe('already-active');
        expect(await store.sessions.update(id)).toMatchObject({ sessionId: sessionA });
        const lastActivity = clock.now();
        clock.advance(timeoutSeconds * 1000);
        expect(await store.sessions.update(id)).toBe('not-active');
        expect(await store.sessions.delete(id, 'stopped')).toBe('not-active');
        expect(await store.sessions.listEnded(id, 10)).toEqual([
          { sessionId: sessionA, startedAt: start, endedAt: lastActivity, reason: 'expired' },
        ]);
      });

      test('that expired give way to a new start, and the old one ends at its last activity', async () => {
        const id = await register('ann');
        const start = clock.now();
        await store.sessions.insert(id, sessionA);
        clock.advance(timeoutSeconds * 1000);
        expect(await store.sessions.insert(id, sessionB)).toMatchObject({
          sessionId: sessionB,
          startedAt: clock.now(),
        });
        expect(await store.sessions.listEnded(id, 10)).toEqual([
          { sessionId: sessionA, startedAt: start, endedAt: start, reason: 'expired' },
        ]);
      });

      test('never go backwards when the clock does', async () => {
        const id = await register('ann');
        const start = clock.now();
        await store.sessions.insert(id, sessionA);
        clock.advance(-30_000);
        expect(await store.sessions.update(id)).toMatchObject({ lastActivity: start });
        expect(await store.sessions.delete(id, 'stopped')).toMatchObject({
          startedAt: start,
          endedAt: start,
        });
      });

      test('keep the reason for which they ended, newest first', async () => {
        const id = await register('ann');
        for (const reason of ['stopped', 'replaced', 'terminated'] as const) {
          await store.sessions.insert(id, crypto.randomUUID());
          clock.advance(10);
          await store.sessions.delete(id, reason);
        }
        const reasons = (await store.sessions.listEnded(id, 10)).map((session) => session.reason);
        expect(reasons).toEqual(['terminated', 'replaced', 'stopped']);
        expect(await store.sessions.listEnded(id, 1)).toHaveLength(1);
      });

      test('start once, whatever the number of concurrent starts', async () => {
        const id = await register('ann');
        const results = await Promise.all(
          Array.from({ length: 64 }, () => store.sessions.insert(id, crypto.randomUUID())),
        );
        expect(results.filter((result) => result !== 'already-active')).toHaveLength(1);
      });

      test('are swept in steps once they have expired, and only then', async () => {
        const ids = [];
        for (let n = 0; n < 10; n += 1) ids.push(await register(`player ${n}`));
        for (const id of ids.slice(0, 7)) await store.sessions.insert(id, crypto.randomUUID());
        clock.advance(timeoutSeconds * 1000);
        for (const id of ids.slice(7)) await store.sessions.insert(id, crypto.randomUUID());
        expect(await store.sessions.deleteExpired(0, 4)).toEqual({ moved: 4, next: 4 });
        expect(await store.sessions.deleteExpired(4, 4)).toEqual({ moved: 3, next: 8 });
        expect(await store.sessions.deleteExpired(8, 4)).toEqual({ moved: 0, next: undefined });
        expect(await store.sessions.deleteExpired(0, 100)).toEqual({ moved: 0, next: undefined });
        for (const id of ids.slice(7)) expect(await store.sessions.update(id)).toHaveProperty('sessionId');
        for (const id of ids.slice(0, 7)) {
          expect((await store.sessions.listEnded(id, 9))[0]).toMatchObject({ reason: 'expired' });
        }
      });
    });

    test('keeps the outcomes of one batch apart and in order', async () => {
      const id = await register('ann');
      const [started, again, beat, stopped, gone, version, missing] = await Promise.all([
        store.sessions.insert(id, sessionA),
        store.sessions.insert(id, sessionB),
        store.sessions.update(id),
        store.sessions.delete(id, 'stopped'),
        store.sessions.update(id),
        store.metadata.update(id, '{}'),
        store.metadata.update(999, '{}'),
      ]);
      expect(started).toHaveProperty('sessionId', sessionA);
      expect(again).toBe('already-active');
      expect(beat).toHaveProperty('sessionId', sessionA);
      expect(stopped).toHaveProperty('reason', 'stopped');
      expect(gone).toBe('not-active');
      expect(version).toBe(1);
      expect(missing).toBeUndefined();
    });

    test('fails a call that the database refuses alone, not the others of its batch', async () => {
      const id = await register('ann');
      const other = await register('bob');
      await store.sessions.insert(id, sessionA);
      const bad = store.metadata.update(id, Symbol('no text') as unknown as string);
      const good = store.metadata.update(other, '{"ok":true}');
      expect(await Promise.allSettled([bad, good])).toMatchObject([
        { status: 'rejected' },
        { status: 'fulfilled', value: 1 },
      ]);
      expect((await store.metadata.find(other))?.text).toBe('{"ok":true}');
      expect((await store.metadata.find(id))?.version).toBe(0);
    });

    test('shares its state with a second store on the same database', async () => {
      const second = open();
      try {
        const id = await register('ann');
        expect(await second.players.find('ann')).toBe(id);
        await second.metadata.update(id, '{"by":"second"}');
        expect((await store.metadata.find(id))?.text).toBe('{"by":"second"}');
        await store.sessions.insert(id, sessionA);
        expect(await second.sessions.insert(id, sessionB)).toBe('already-active');
        await second.players.delete('ann');
        expect(await store.sessions.update(id)).toBeUndefined();
      } finally {
        await second.close();
      }
    });

    test('answers a ping, and closes only after the writes under way', async () => {
      await store.ping();
      const id = await register('ann');
      const write = store.metadata.update(id, '{"last":true}');
      await store.close();
      expect(await write).toBe(1);
      store = open();
      expect((await store.metadata.find(id))?.text).toBe('{"last":true}');
    });
  });
}
