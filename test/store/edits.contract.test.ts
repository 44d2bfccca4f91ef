// What every engine promises of writes that decide by what they find, of kept versions and of replays, through the port alone.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { EditOptions, Metadata } from '../../src/store/store.ts';
import { engines } from '../harness/engines.ts';
import { pgbouncer } from '../harness/pgbouncer.ts';
import { openTestStore, type TestStore, timeoutSeconds } from '../harness/store.ts';

const sessionA = '01a00000-0000-7000-8000-00000000000a';
const sessionB = '01a00000-0000-7000-8000-00000000000b';
const day = 24 * 3_600_000;

const increment = ({ text = '{"n":0}' }: Metadata) => {
  const n = JSON.parse(text).n + 1;
  return { answer: n as number, text: `{"n":${n}}` };
};

for (const engine of pgbouncer ? [...engines, pgbouncer] : engines) {
  describe(`writes that decide on ${engine.name}`, () => {
    let t: TestStore;
    let id: number;
    beforeEach(async () => {
      t = await openTestStore(engine);
      id = await t.register('ann');
    });
    afterEach(() => t.remove());

    const set = (text: string, options?: EditOptions) =>
      t.store.metadata.edit(id, () => ({ answer: null, text }), options);
    const versions = async () => (await t.store.metadata.listVersions(id)).map(({ version }) => version);
    const textOf = async (version: number) => (await t.store.metadata.findVersion(id, version))?.text;

    test('see the state and leave it alone, change it or remove it', async () => {
      const seen: Metadata[] = [];
      const look = (current: Metadata) => {
        seen.push(current);
        return { answer: 'seen' };
      };
      expect(await t.store.metadata.edit(id, look)).toEqual({ answer: 'seen', version: 0 });
      expect(await t.store.metadata.edit(id, increment)).toEqual({ answer: 1, version: 1 });
      await t.store.metadata.edit(id, look);
      expect(await t.store.metadata.edit(id, () => ({ answer: [], text: null }))).toEqual({
        answer: [],
        version: 2,
      });
      expect(seen).toEqual([
        { playerId: 'ann', text: undefined, version: 0 },
        { playerId: 'ann', text: '{"n":1}', version: 1 },
      ]);
      expect(await t.store.metadata.find(id)).toEqual({ playerId: 'ann', text: undefined, version: 2 });
      expect(await t.store.metadata.edit(77, increment)).toBeUndefined();
    });

    test('lose no update, whatever the number of processes', async () => {
      const others = await Promise.all([t.open(), t.open()]);
      const stores = [t.store, ...others];
      const edits = Array.from({ length: 90 }, (_, n) => stores[n % 3]?.metadata.edit(id, increment));
      const answers = (await Promise.all(edits)).map((edited) =>
        typeof edited === 'object' ? edited.answer : 0,
      );
      expect(answers.sort((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, n) => n + 1));
      expect((await t.store.metadata.find(id))?.text).toBe('{"n":90}');
      await Promise.all(others.map((other) => other.close()));
    });

    test('from one version succeed once', async () => {
      const other = await t.open();
      for (let version = 0; version < 20; version += 1) {
        const decide = (current: Metadata) =>
          current.version === version ? { answer: true, text: '{}' } : { answer: false };
        const edits = [t.store, other, t.store, other].map((store) => store.metadata.edit(id, decide));
        const won = (await Promise.all(edits)).filter(
          (edited) => typeof edited === 'object' && edited.answer,
        );
        expect(won).toHaveLength(1);
      }
      await other.close();
    });

    test('hold only in the session that they name, while it is active', async () => {
      expect(await set('{"n":1}', { sessionId: sessionA })).toBe('session-not-current');
      await t.store.sessions.insert(id, sessionA);
      expect(await set('{"n":2}', { sessionId: sessionA })).toMatchObject({ version: 1 });
      await t.store.sessions.insert(id, sessionB, { onActive: 'replace' });
      expect(await set('{"n":3}', { sessionId: sessionA })).toBe('session-not-current');
      expect(await set('{"n":4}', { sessionId: sessionB })).toMatchObject({ version: 2 });
      t.clock.advance(timeoutSeconds * 1000);
      expect(await set('{"n":5}', { sessionId: sessionB })).toBe('session-not-current');
      expect((await t.store.metadata.find(id))?.text).toBe('{"n":4}');
    });

    test('of a session that another device replaces meanwhile come before the end of it, or not at all', async () => {
      const other = await t.open();
      for (let round = 0; round < 25; round += 1) {
        const [mine, theirs] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
        await t.store.sessions.insert(id, mine, { onActive: 'replace' });
        const late = Array.from({ length: 5 }, (_, n) => set(`{"late":${n}}`, { sessionId: mine }));
        await other.sessions.insert(id, theirs, { onActive: 'replace' });
        const seen = await other.metadata.find(id);
        await Promise.all(late);
        expect(await t.store.metadata.find(id)).toEqual(seen as Metadata);
      }
      await other.close();
    });

    describe('keep what they replace', () => {
      test('once an interval', async () => {
        for (let n = 1; n <= 10; n += 1) {
          await t.store.metadata.update(id, `{"n":${n}}`);
          t.clock.advance(1_000);
        }
        expect(await versions()).toEqual([1]);
        t.clock.advance(300_000);
        await t.store.metadata.update(id, '{"n":11}');
        expect(await versions()).toEqual([10, 1]);
        expect(await textOf(10)).toBe('{"n":10}');
        expect(await textOf(1)).toBe('{"n":1}');
        expect(await textOf(5)).toBeUndefined();
      });

      test('when they are the first of a session, with when, by whom and in which session it was written', async () => {
        const writtenAt = t.clock.now();
        await set('{"n":1}');
        await set('{"n":2}');
        t.clock.advance(10);
        await t.store.sessions.insert(id, sessionA);
        await t.store.metadata.update(id, '{"n":3}');
        await t.store.metadata.update(id, '{"n":4}');
        await t.store.sessions.insert(id, sessionB, { onActive: 'replace' });
        t.clock.advance(10);
        await t.store.metadata.update(id, '{"n":5}');
        await t.store.metadata.update(id, '{"n":6}');
        const kept = await t.store.metadata.listVersions(id);
        expect(kept).toEqual([
          {
            version: 4,
            writtenAt: writtenAt + 10,
            sessionId: sessionA,
            by: 'player',
            keptAt: writtenAt + 20,
            sizeBytes: 7,
          },
          { version: 2, writtenAt, sessionId: null, by: 'player', keptAt: writtenAt + 10, sizeBytes: 7 },
          { version: 1, writtenAt, sessionId: null, by: 'player', keptAt: writtenAt, sizeBytes: 7 },
        ]);
        expect(await t.store.metadata.findVersion(id, 4)).toEqual({
          ...(kept[0] as (typeof kept)[0]),
          text: '{"n":4}',
        });
      });

      test('when the server makes them or they ask for it, a removed state included', async () => {
        await set('{"n":1}');
        await set('{"n":2}', { by: 'server' });
        await t.store.metadata.edit(id, () => ({ answer: null, text: null }), { keepReplaced: true });
        await set('{"n":4}', { keepReplaced: true });
        const kept = await t.store.metadata.listVersions(id);
        expect(kept.map(({ version, by, sizeBytes }) => [version, by, sizeBytes])).toEqual([
          [3, 'player', 0],
          [2, 'server', 7],
          [1, 'player', 7],
        ]);
        expect(await t.store.metadata.findVersion(id, 3)).toMatchObject({ text: undefined });
        expect(await textOf(2)).toBe('{"n":2}');
      });

      test('to the last character, many of them, the recent ones dense and the old ones sparse', async () => {
        const texts = new Map<number, string>();
        for (let version = 1; version <= 60; version += 1) {
          const items = Array.from(
            { length: 40 },
            (_, n) => `"🎮${n}": ${n === version % 40 ? version : 1.0}`,
          );
          const text = `{${items.join(',\n ')}, "s": "\\u0000\\ud800"}`;
          texts.set(version, text);
          await t.store.metadata.update(id, text);
          t.clock.advance(301_000);
        }
        const kept = await versions();
        expect(kept).toHaveLength(20);
        for (const version of kept) expect(await textOf(version)).toBe(texts.get(version) as string);
        const gaps = kept.slice(1).map((version, index) => (kept[index] as number) - version);
        const sum = (numbers: number[]) => numbers.reduce((total, gap) => total + gap, 0);
        expect(sum(gaps.slice(0, 9))).toBeLessThan(sum(gaps.slice(-9)) / 2);
        expect(kept[0]).toBe(59);
      });

      test('for some days, and no replay for more than one', async () => {
        const replay = { key: 'k', fingerprint: 'f' };
        await set('{"n":1}', { replay });
        await set('{"n":2}');
        t.clock.advance(20 * day);
        await set('{"n":3}');
        t.clock.advance(11 * day);
        await t.store.metadata.deleteOld(new AbortController().signal);
        expect(await versions()).toEqual([2]);
        expect(await textOf(2)).toBe('{"n":2}');
        await set('{"n":4}', { replay: { ...replay, fingerprint: 'other' } });
        expect((await t.store.metadata.find(id))?.text).toBe('{"n":4}');
      });

      test('never later than the one before it, when the clock goes backwards', async () => {
        await set('{"n":1}');
        await set('{"n":2}');
        t.clock.advance(-3_600_000);
        await set('{"n":3}', { keepReplaced: true });
        const [newest, oldest] = await t.store.metadata.listVersions(id);
        expect(newest?.keptAt).toBe(oldest?.keptAt as number);
      });

      test('as long as the player is there', async () => {
        await set('{"n":1}');
        await set('{"n":2}');
        await t.store.players.delete('ann');
        expect(await versions()).toEqual([]);
        expect(await textOf(1)).toBeUndefined();
      });
    });

    describe('under a key', () => {
      const replay = { key: 'a key', fingerprint: 'a request' };

      test('run once, and answer the same ever after', async () => {
        const first = await t.store.metadata.edit(id, increment, { replay });
        expect(first).toEqual({ answer: 1, version: 1 });
        await set('{"n":50}');
        t.clock.advance(day - 1);
        expect(await t.store.metadata.edit(id, increment, { replay })).toEqual({ answer: 1, version: 1 });
        expect((await t.store.metadata.find(id))?.text).toBe('{"n":50}');
        t.clock.advance(1);
        expect(await t.store.metadata.edit(id, increment, { replay })).toEqual({ answer: 51, version: 3 });
      });

      test('run once when they come at once, through several processes', async () => {
        const other = await t.open();
        for (let round = 0; round < 10; round += 1) {
          const again = { key: `round ${round}`, fingerprint: 'f' };
          const edits = Array.from({ length: 12 }, (_, n) =>
            (n % 2 ? t.store : other).metadata.edit(id, increment, { replay: again }),
          );
          for (const edited of await Promise.all(edits)) {
            expect(edited).toEqual({ answer: round + 1, version: round + 1 });
          }
        }
        await other.close();
      });

      test('refuse another request, and are each player’s own', async () => {
        await t.store.metadata.edit(id, increment, { replay });
        const other = { ...replay, fingerprint: 'another request' };
        expect(await t.store.metadata.edit(id, increment, { replay: other })).toBe('key-reused');
        expect(await t.store.sessions.insert(id, sessionA, { replay: other })).toBe('key-reused');
        expect(await t.store.sessions.update(id, { replay: other })).toBe('key-reused');
        expect(await t.store.sessions.delete(id, 'stopped', { replay: other })).toBe('key-reused');
        const bob = await t.register('bob');
        expect(await t.store.metadata.edit(bob, increment, { replay: other })).toMatchObject({ answer: 1 });
      });

      test('start, keep alive and stop a session once', async () => {
        const keyed = (key: string) => ({ replay: { key, fingerprint: key } });
        const started = await t.store.sessions.insert(id, sessionA, keyed('start'));
        expect(await t.store.sessions.insert(id, sessionB, keyed('start'))).toEqual(started as never);
        const beat = await t.store.sessions.update(id, keyed('beat'));
        t.clock.advance(1_000);
        expect(await t.store.sessions.update(id, keyed('beat'))).toEqual(beat as never);
        const ended = await t.store.sessions.delete(id, 'stopped', keyed('stop'));
        expect(ended).toMatchObject({ sessionId: sessionA, reason: 'stopped' });
        await t.store.sessions.insert(id, sessionB);
        expect(await t.store.sessions.delete(id, 'stopped', keyed('stop'))).toEqual(ended as never);
        expect(await t.store.sessions.find(id)).toMatchObject({ sessionId: sessionB });
      });

      test('keep a refusal too', async () => {
        const replay = { key: 'stop', fingerprint: 'f' };
        expect(await t.store.sessions.delete(id, 'stopped', { replay })).toBe('not-active');
        await t.store.sessions.insert(id, sessionA);
        expect(await t.store.sessions.delete(id, 'stopped', { replay })).toBe('not-active');
        const fenced = { sessionId: sessionB, replay: { key: 'fenced', fingerprint: 'f' } };
        expect(await set('{}', fenced)).toBe('session-not-current');
        await t.store.sessions.insert(id, sessionB, { onActive: 'replace' });
        expect(await set('{}', fenced)).toBe('session-not-current');
      });

      test('know nobody who is not there, and keep nothing of it', async () => {
        expect(await t.store.metadata.edit(77, increment, { replay })).toBeUndefined();
        expect(await t.store.sessions.insert(77, sessionA, { replay })).toBeUndefined();
        expect(await t.store.sessions.update(77, { replay })).toBeUndefined();
      });
    });

    test('many players are read at once, and who is unknown is left out', async () => {
      const others = await Promise.all(['bob', 'cy', 'dee'].map(t.register));
      await set('{"n":1}');
      const rows = await t.store.metadata.list([others[2] ?? 0, 999, id, others[0] ?? 0]);
      expect(rows.toSorted((a, b) => a.sequentialId - b.sequentialId)).toEqual([
        { sequentialId: id, playerId: 'ann', text: '{"n":1}', version: 1 },
        { sequentialId: others[0] as number, playerId: 'bob', text: undefined, version: 0 },
        { sequentialId: others[2] as number, playerId: 'dee', text: undefined, version: 0 },
      ]);
      expect(await t.store.metadata.list([])).toEqual([]);
    });
  });
}
