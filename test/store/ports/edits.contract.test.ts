// The promises of every engine about conditional writes and idempotency keys, through the port alone.
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { IDEMPOTENCY_MAX_KEYS, IDEMPOTENCY_OUTCOMES_MAX_BYTES } from '../../../src/limits.ts';
import type { EditOptions, Metadata } from '../../../src/store/ports/metadata.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { timeoutSeconds } from '../../harness/store.ts';

const sessionA = '01a00000-0000-7000-8000-00000000000a';
const sessionB = '01a00000-0000-7000-8000-00000000000b';
const day = 24 * 3_600_000;

const increment = ({ text = '{"n":0}' }: Metadata) => {
  const n = JSON.parse(text).n + 1;
  return { answer: n as number, text: `{"n":${n}}` };
};

describeStores('conditional writes', { engines: enginesAndPooler }, (t) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });

  const set = (text: string, options?: EditOptions) =>
    t.store.metadata.edit(id, () => ({ answer: null, text }), options);

  test('see the state, and keep it, change it or remove it', async () => {
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
      typeof edited === 'object' && 'answer' in edited ? edited.answer : 0,
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
        (edited) => typeof edited === 'object' && 'answer' in edited && edited.answer,
      );
      expect(won).toHaveLength(1);
    }
    await other.close();
  });

  test('take effect only in the required session, while it is active', async () => {
    expect(await set('{"n":1}', { sessionId: sessionA })).toBe('session-not-current');
    await t.store.sessions.start(id, sessionA);
    expect(await set('{"n":2}', { sessionId: sessionA })).toMatchObject({ version: 1 });
    await t.store.sessions.start(id, sessionB, { onActive: 'replace' });
    expect(await set('{"n":3}', { sessionId: sessionA })).toBe('session-not-current');
    expect(await set('{"n":4}', { sessionId: sessionB })).toMatchObject({ version: 2 });
    t.clock.advance(timeoutSeconds * 1000);
    expect(await set('{"n":5}', { sessionId: sessionB })).toBe('session-not-current');
    expect((await t.store.metadata.find(id))?.text).toBe('{"n":4}');
  });

  test('in a session that another device replaces meanwhile take effect before its end, or not at all', async () => {
    const other = await t.open();
    for (let round = 0; round < 25; round += 1) {
      const [mine, theirs] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
      await t.store.sessions.start(id, mine, { onActive: 'replace' });
      const late = Array.from({ length: 5 }, (_, n) => set(`{"late":${n}}`, { sessionId: mine }));
      await other.sessions.start(id, theirs, { onActive: 'replace' });
      const seen = await other.metadata.find(id);
      await Promise.all(late);
      expect(await t.store.metadata.find(id)).toEqual(seen as Metadata);
    }
    await other.close();
  });

  describe('under an idempotency key', () => {
    const idempotencyKey = { key: 'a key', fingerprint: 'a request' };

    test('run once, and answer the same afterwards', async () => {
      const first = await t.store.metadata.edit(id, increment, { idempotencyKey });
      expect(first).toEqual({ answer: 1, version: 1 });
      await set('{"n":50}');
      t.clock.advance(day - 1);
      expect(await t.store.metadata.edit(id, increment, { idempotencyKey })).toEqual({
        answer: 1,
        version: 1,
      });
      expect((await t.store.metadata.find(id))?.text).toBe('{"n":50}');
      t.clock.advance(1);
      expect(await t.store.metadata.edit(id, increment, { idempotencyKey })).toEqual({
        answer: 51,
        version: 3,
      });
    });

    test('run once when they are concurrent, through several processes', async () => {
      const other = await t.open();
      for (let round = 0; round < 10; round += 1) {
        const again = { key: `round ${round}`, fingerprint: 'f' };
        const edits = Array.from({ length: 12 }, (_, n) =>
          (n % 2 ? t.store : other).metadata.edit(id, increment, { idempotencyKey: again }),
        );
        for (const edited of await Promise.all(edits)) {
          expect(edited).toEqual({ answer: round + 1, version: round + 1 });
        }
      }
      await other.close();
    });

    test('refuse another request, and each player has their own keys', async () => {
      await t.store.metadata.edit(id, increment, { idempotencyKey });
      const other = { ...idempotencyKey, fingerprint: 'another request' };
      expect(await t.store.metadata.edit(id, increment, { idempotencyKey: other })).toBe('key-reused');
      expect(await t.store.sessions.start(id, sessionA, { idempotencyKey: other })).toBe('key-reused');
      expect(await t.store.sessions.heartbeat(id, { idempotencyKey: other })).toBe('key-reused');
      expect(await t.store.sessions.end(id, 'stopped', { idempotencyKey: other })).toBe('key-reused');
      const bob = await t.register('bob');
      expect(await t.store.metadata.edit(bob, increment, { idempotencyKey: other })).toMatchObject({
        answer: 1,
      });
    });

    test('start, heartbeat and stop a session once', async () => {
      const keyed = (key: string) => ({ idempotencyKey: { key, fingerprint: key } });
      const started = await t.store.sessions.start(id, sessionA, keyed('start'));
      expect(await t.store.sessions.start(id, sessionB, keyed('start'))).toEqual(started as never);
      const beat = await t.store.sessions.heartbeat(id, keyed('beat'));
      t.clock.advance(1_000);
      expect(await t.store.sessions.heartbeat(id, keyed('beat'))).toEqual(beat as never);
      const ended = await t.store.sessions.end(id, 'stopped', keyed('stop'));
      expect(ended).toMatchObject({ sessionId: sessionA, reason: 'stopped' });
      await t.store.sessions.start(id, sessionB);
      expect(await t.store.sessions.end(id, 'stopped', keyed('stop'))).toEqual(ended as never);
      expect(await t.store.sessions.find(id)).toMatchObject({ sessionId: sessionB });
    });

    test('keep a refusal too', async () => {
      const idempotencyKey = { key: 'stop', fingerprint: 'f' };
      expect(await t.store.sessions.end(id, 'stopped', { idempotencyKey })).toEqual({
        notActive: 'none',
      });
      await t.store.sessions.start(id, sessionA);
      expect(await t.store.sessions.end(id, 'stopped', { idempotencyKey })).toEqual({
        notActive: 'none',
      });
      const requiringSession = {
        sessionId: sessionB,
        idempotencyKey: { key: 'required', fingerprint: 'f' },
      };
      expect(await set('{}', requiringSession)).toBe('session-not-current');
      await t.store.sessions.start(id, sessionB, { onActive: 'replace' });
      expect(await set('{}', requiringSession)).toBe('session-not-current');
    });

    describe('past the bound of a player’s stored outcomes', () => {
      // Keys are pruned at random: here after every outcome.
      beforeEach(() => void spyOn(Math, 'random').mockReturnValue(0));
      afterEach(() => void spyOn(Math, 'random').mockRestore());

      const keep = async (key: string, answer: string) => {
        let ran = false;
        const decide = () => {
          ran = true;
          return { answer, brief: 'brief' };
        };
        const edited = await t.store.metadata.edit(id, decide, {
          idempotencyKey: { key, fingerprint: 'f' },
        });
        if (ran) {
          expect(edited).toEqual({ answer, version: 0 });
          return 'ran';
        }
        if (typeof edited !== 'object' || !('isBrief' in edited)) return 'answered as before';
        expect(edited).toEqual({ answer: 'brief', version: 0, isBrief: true });
        return 'answered in brief';
      };

      test('run once, at least under the newest key', async () => {
        const long = 'x'.repeat(IDEMPOTENCY_OUTCOMES_MAX_BYTES + 1);
        // At the same time, so that no time shows which key is the newest.
        for (const key of ['m', 'z', 'a']) {
          expect([key, await keep(key, long)]).toEqual([key, 'ran']);
          expect([key, await keep(key, long)]).toEqual([key, 'answered as before']);
        }
        t.clock.advance(-1_000);
        expect(await keep('earlier', long)).toBe('ran');
        expect(await keep('earlier', long)).toBe('answered as before');
        expect(await keep('a', '')).toBe('answered in brief');
      });

      test('become brief by their bytes, not by their characters', async () => {
        const answer = 'é'.repeat(IDEMPOTENCY_OUTCOMES_MAX_BYTES / 4);
        await keep('one', answer);
        t.clock.advance(1);
        await keep('two', answer);
        expect(await keep('two', answer)).toBe('answered as before');
        expect(await keep('one', answer)).toBe('answered in brief');
        expect(await keep('one', answer)).toBe('answered in brief');
      });

      test('are forgotten past a number of keys, the oldest first, brief or not', async () => {
        await keep('long', 'x'.repeat(IDEMPOTENCY_OUTCOMES_MAX_BYTES + 1));
        // Almost all without pruning.
        spyOn(Math, 'random').mockReturnValue(0.999_999);
        for (let n = 0; n < IDEMPOTENCY_MAX_KEYS - 1; n += 1) {
          if (n === IDEMPOTENCY_MAX_KEYS - 20) spyOn(Math, 'random').mockReturnValue(0);
          t.clock.advance(1);
          await keep(`key ${n}`, '');
        }
        expect(await keep('long', '')).toBe('answered in brief');
        t.clock.advance(1);
        await keep('one more', '');
        expect(await keep('long', '')).toBe('ran');
        expect(await keep('key 1', '')).toBe('answered as before');
      });

      test('are forgotten after a day, brief or not', async () => {
        await keep('long', 'x'.repeat(IDEMPOTENCY_OUTCOMES_MAX_BYTES + 1));
        await keep('one more', '');
        t.clock.advance(day - 1);
        await t.store.idempotencyKeys.deleteOld(new AbortController().signal);
        expect(await keep('long', '')).toBe('answered in brief');
        t.clock.advance(1);
        expect(await keep('long', '')).toBe('ran');
      });
    });

    test('of an unknown player are undefined, and store nothing', async () => {
      expect(await t.store.metadata.edit(77, increment, { idempotencyKey })).toBeUndefined();
      expect(await t.store.sessions.start(77, sessionA, { idempotencyKey })).toBeUndefined();
      expect(await t.store.sessions.heartbeat(77, { idempotencyKey })).toBeUndefined();
    });
  });

  test('many players are read at once, and unknown ones are left out', async () => {
    const others = await Promise.all(['bob', 'cy', 'dee'].map(t.register));
    await set('{"n":1}');
    const rows = await t.store.metadata.list([others[2] ?? 0, 999, id, others[0] ?? 0], 7);
    if (typeof rows === 'number') throw new Error(`${rows} bytes are too many`);
    expect(rows.toSorted((a, b) => a.sequentialId - b.sequentialId)).toEqual([
      { sequentialId: id, playerId: 'ann', text: '{"n":1}', version: 1 },
      { sequentialId: others[0] as number, playerId: 'bob', text: undefined, version: 0 },
      { sequentialId: others[2] as number, playerId: 'dee', text: undefined, version: 0 },
    ]);
    expect(await t.store.metadata.list([], 7)).toEqual([]);
    expect(await t.store.metadata.list([id, others[0] ?? 0], 6)).toBe(7);
  });
});
