// The promises of every engine about idempotency keys, of players and of servers: a call runs once and keeps its outcome within bounds,
// and many of them share batches.
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { IDEMPOTENCY_MAX_KEYS, IDEMPOTENCY_OUTCOMES_MAX_BYTES } from '../../../src/limits.ts';
import type { IdempotencyKey } from '../../../src/store/ports/idempotency.ts';
import type { EditOptions } from '../../../src/store/ports/metadata.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { author, day, increment, sessionA, sessionB, signal } from './shared.ts';

const audited = { author, action: 'metadata.patch' } as const;
const under = (key: string, fingerprint = 'f') => ({ idempotencyKey: { key, fingerprint } });

afterEach(() => void spyOn(Math, 'random').mockRestore());

describeStores('writes under an idempotency key', { engines: enginesAndPooler }, (t, engine) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });
  const set = (text: string, options?: EditOptions) =>
    t.store.metadata.edit(id, () => ({ answer: null, text }), options);
  const idempotencyKey = { key: 'a key', fingerprint: 'a request' };

  test('run once, and answer the same afterwards', async () => {
    const edit = () => t.store.metadata.edit(id, increment, { idempotencyKey });
    const first = { answer: 1, version: 1 };
    expect(await edit()).toMatchObject(first);
    await set('{"n":50}');
    t.clock.advance(day - 1);
    expect(await edit()).toMatchObject(first);
    expect((await t.store.metadata.find(id))?.text).toBe('{"n":50}');
    t.clock.advance(1);
    expect(await edit()).toMatchObject({ answer: 51, version: 3 });
  });

  test('refuse another request, of every kind', async () => {
    await t.store.metadata.edit(id, increment, { idempotencyKey });
    const other = { idempotencyKey: { ...idempotencyKey, fingerprint: 'another request' } };
    const { metadata, sessions } = t.store;
    expect([
      await metadata.edit(id, increment, other),
      await sessions.start(id, sessionA, other),
      await sessions.heartbeat(id, other),
      await sessions.end(id, 'stopped', other),
    ]).toEqual(Array(4).fill('key-reused'));
  });

  test('start, heartbeat and stop a session once', async () => {
    const { sessions } = t.store;
    const start = (sessionId: string) => sessions.start(id, sessionId, under('start'));
    const started = await start(sessionA);
    expect(await start(sessionB)).toEqual(started as never);
    const beat = await sessions.heartbeat(id, under('beat'));
    t.clock.advance(1_000);
    expect(await sessions.heartbeat(id, under('beat'))).toEqual(beat as never);
    const ended = await sessions.end(id, 'stopped', under('stop'));
    expect(ended).toMatchObject({ sessionId: sessionA, reason: 'stopped' });
    await sessions.start(id, sessionB);
    expect(await sessions.end(id, 'stopped', under('stop'))).toEqual(ended as never);
    expect(await sessions.find(id)).toMatchObject({ sessionId: sessionB });
  });

  test('keep a refusal too', async () => {
    const stop = () => t.store.sessions.end(id, 'stopped', under('stop'));
    const write = () => set('{}', { sessionId: sessionB, ...under('required') });
    const refusals = [{ notActive: 'none' }, 'session-not-current'];
    expect<unknown>([await stop(), await write()]).toEqual(refusals);
    await t.store.sessions.start(id, sessionB);
    expect<unknown>([await stop(), await write()]).toEqual(refusals);
  });

  describe('past the bound of a player’s stored outcomes', () => {
    // Keys are pruned at random: here after every outcome.
    beforeEach(() => void spyOn(Math, 'random').mockReturnValue(0));
    const long = 'x'.repeat(IDEMPOTENCY_OUTCOMES_MAX_BYTES + 1);

    const keep = async (key: string, answer: string) => {
      let ran = false;
      const decide = () => {
        ran = true;
        return { answer, brief: 'brief' };
      };
      const edited = await t.store.metadata.edit(id, decide, under(key));
      if (ran) {
        expect(edited).toMatchObject({ answer, version: 0 });
        return 'ran';
      }
      if (typeof edited !== 'object' || !('isBrief' in edited)) return 'answered as before';
      expect(edited).toMatchObject({ answer: 'brief', version: 0, isBrief: true });
      return 'answered in brief';
    };

    test('run once, at least under the newest key', async () => {
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
      await keep('long', long);
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

    test.if(engine.name === 'postgres')('are skipped while another transaction has locked them', async () => {
      const keepLater = (key: string, answer: string) => {
        t.clock.advance(1);
        return keep(key, answer);
      };
      await keepLater('one', long);
      await t.connect().begin(async (other) => {
        await other`SELECT FROM idempotency_keys WHERE key = 'one' FOR UPDATE`;
        for (const key of ['two', 'three']) expect(await keepLater(key, long)).toBe('ran');
      });
      expect(await keepLater('two', '')).toBe('answered in brief');
      expect(await keepLater('one', '')).toBe('answered as before');
      await keepLater('four', '');
      expect(await keepLater('one', '')).toBe('answered in brief');
    });

    test('are forgotten after a day, brief or not', async () => {
      await keep('long', long);
      await keep('one more', '');
      t.clock.advance(day - 1);
      await t.store.idempotencyKeys.deleteOld(signal);
      expect(await keep('long', '')).toBe('answered in brief');
      t.clock.advance(1);
      expect(await keep('long', '')).toBe('ran');
    });
  });

  describe('of a server', () => {
    /** @returns the number after the increment; the first one again for a repetition. */
    async function add(key: string, owner?: IdempotencyKey['owner'], store = t.store): Promise<unknown> {
      const idempotencyKey = { key, fingerprint: 'f', ...(owner && { owner }) };
      const options = owner === 'server' ? { by: owner, audited, idempotencyKey } : { idempotencyKey };
      const edited = await store.metadata.edit(id, increment, options);
      return typeof edited === 'object' && 'answer' in edited ? edited.answer : edited;
    }
    const countEntries = async () => (await t.store.audit.list({ sequentialId: id }, 100)).entries.length;

    test('are apart from the keys of the player', async () => {
      expect([await add('a'), await add('a', 'server'), await add('b', 'server')]).toEqual([1, 2, 3]);
      expect([await add('b'), await add('a'), await add('a', 'server')]).toEqual([4, 1, 2]);
      const other = { key: 'a', fingerprint: 'another', owner: 'server' } as const;
      const reused = await t.store.metadata.edit(id, increment, { by: 'server', idempotencyKey: other });
      expect(reused).toBe('key-reused');
      expect(await countEntries()).toBe(2);
      t.clock.advance(day);
      await t.store.idempotencyKeys.deleteOld(signal);
      expect(await add('a', 'server')).toBe(5);
    });

    test('are forgotten past their own number, and those of the player are not', async () => {
      // Almost all without pruning.
      const random = spyOn(Math, 'random').mockReturnValue(0.999_999);
      await add('of the player');
      for (let n = 0; n < IDEMPOTENCY_MAX_KEYS; n += 1) {
        if (n === IDEMPOTENCY_MAX_KEYS - 1) random.mockReturnValue(0);
        t.clock.advance(1);
        const idempotencyKey = { key: `key ${n}`, fingerprint: 'f', owner: 'server' } as const;
        await t.store.metadata.edit(id, () => ({ answer: n }), { by: 'server', idempotencyKey });
      }
      t.clock.advance(1);
      await add('one of the player more');
      expect(await add('key 0', 'server')).toBe(0);
      t.clock.advance(1);
      await add('one more', 'server');
      expect(await add('key 0', 'server')).not.toBe(0);
      expect(await add('key 2', 'server')).toBe(2);
      expect(await add('of the player')).toBe(1);
    }, 60_000);
  });
});

describeStores('many edits under idempotency keys', { engines: enginesAndPooler }, (t) => {
  let ids: number[];
  beforeEach(async () => {
    ids = await Promise.all(Array.from({ length: 60 }, (_, n) => t.register(`player ${n}`)));
  });
  const idOf = (n: number): number => ids[n] ?? 0;
  const textOf = async (id: number) => (await t.store.metadata.find(id))?.text;
  /** All players send an edit at once. */
  const allSend = (store: Store, key: (id: number) => string) =>
    Promise.all(ids.map((id) => store.metadata.edit(id, increment, under(key(id)))));
  const first = { answer: 1, version: 1 };

  test('of many players take effect once, however often they come and through how many processes', async () => {
    const other = await t.open();
    const key = (id: number) => `of ${id}`;
    const rounds = [t.store, other, t.store, other].map((store) => allSend(store, key));
    for (const answers of await Promise.all(rounds)) expect(answers).toMatchObject(ids.map(() => first));
    await other.close();
    await t.store.close();
    await t.reopen();
    expect(await allSend(t.store, key)).toMatchObject(ids.map(() => first));
    for (const id of ids) expect(await textOf(id)).toBe('{"n":1}');
  });

  test('of one player keep their order, and a key that comes twice runs once', async () => {
    const keys = ['a', 'b', 'a', 'c', 'b', 'a'];
    const edits = [
      ...keys.map((key) => t.store.metadata.edit(idOf(0), increment, under(key))),
      // One key may be used by every player.
      ...ids.slice(1).map((id) => t.store.metadata.edit(id, increment, under('a'))),
    ];
    const answers = await Promise.all(edits);
    const [a, b, c] = [1, 2, 3].map((n) => ({ answer: n, version: n }));
    expect(answers.slice(0, keys.length)).toMatchObject([a, b, a, c, b, a]);
    expect(answers.slice(keys.length)).toMatchObject(ids.slice(1).map(() => first));
    expect(await textOf(idOf(0))).toBe('{"n":3}');
  });

  test('are refused one by one: another request, a required session, a suspension, an unknown player', async () => {
    await t.store.metadata.edit(idOf(0), increment, under('k', 'another request'));
    await t.store.sessions.start(idOf(2), sessionA);
    await t.store.suspensions.suspend(idOf(3), { until: 'forever', reason: null });
    const send = () =>
      Promise.all([
        ...ids.map((id, n) => {
          const required = n === 1 || n === 2 ? { sessionId: sessionA } : {};
          return t.store.metadata.edit(id, increment, { ...under('k'), ...required });
        }),
        t.store.metadata.edit(4_000, increment, under('k')),
      ]);
    const answers = await send();
    expect(answers.slice(0, 4)).toMatchObject([
      'key-reused',
      'session-not-current',
      first,
      { suspendedUntil: 'forever' },
    ]);
    expect(answers.slice(4)).toMatchObject([...ids.slice(4).map(() => first), undefined]);
    expect(await send()).toEqual(answers);
    const texts = await Promise.all(ids.map(textOf));
    expect(texts).toEqual(ids.map((_, n) => (n === 1 || n === 3 ? undefined : '{"n":1}')));
    // The refusal for the session is stored as an outcome, and the one for the suspension is not.
    await t.store.sessions.start(idOf(1), sessionA);
    await t.store.suspensions.unsuspend(idOf(3));
    expect((await send()).slice(1, 4)).toMatchObject(['session-not-current', first, first]);
  });

  test('fail one by one: an edit that throws leaves no outcome, and the others are written', async () => {
    const send = (decideFirst: typeof increment) =>
      Promise.allSettled(
        ids.map((id, n) => t.store.metadata.edit(id, n === 0 ? decideFirst : increment, under('k'))),
      );
    const [failed, ...others] = await send(() => {
      throw new RangeError('of the decision');
    });
    expect(failed).toMatchObject({ status: 'rejected', reason: new RangeError('of the decision') });
    expect(others).toMatchObject(others.map(() => ({ status: 'fulfilled', value: first })));
    expect(await send(increment)).toMatchObject(ids.map(() => ({ status: 'fulfilled', value: first })));
  });

  test('that change nothing are stored among those that write', async () => {
    const send = () =>
      Promise.all(
        ids.map((id, n) =>
          t.store.metadata.edit<unknown>(
            id,
            (current) => (n % 2 ? { answer: current.text ?? 'nothing' } : increment(current)),
            under('k'),
          ),
        ),
      );
    const answers = ids.map((_, n) => (n % 2 ? { answer: 'nothing', version: 0 } : first));
    expect(await send()).toMatchObject(answers);
    await Promise.all(ids.map((id) => t.store.metadata.save(id, '{"n":50}')));
    expect(await send()).toMatchObject(answers);
    for (const id of ids) expect(await textOf(id)).toBe('{"n":50}');
  });

  test('of servers share batches with nobody else’s keys, and leave one entry in the audit', async () => {
    const idempotencyKey = { key: 'k', fingerprint: 'f', owner: 'server' } as const;
    const byServer = (id: number) =>
      t.store.metadata.edit(id, increment, { by: 'server', audited, idempotencyKey });
    const send = () => Promise.all([allSend(t.store, () => 'k'), Promise.all(ids.map(byServer))]);
    const [both, again] = await Promise.all([send(), send()]);
    const versionsOf = (answers: unknown) => JSON.stringify(answers).replaceAll(/,"writtenAt":\d+/g, '');
    expect(versionsOf(again)).toBe(versionsOf(both));
    expect((await t.store.audit.list({}, 1_000)).entries).toHaveLength(ids.length);
    for (const [n, id] of ids.entries()) {
      const versions = both.map((answers) => (answers[n] as { version: number }).version);
      expect(versions.toSorted()).toEqual([1, 2]);
      expect(await textOf(id)).toBe('{"n":2}');
    }
  });
});
