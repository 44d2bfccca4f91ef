// The promises of every engine about many edits under idempotency keys at once: they share batches, and each keeps its own outcome.
import { beforeEach, expect, test } from 'bun:test';
import type { Metadata } from '../../../src/store/ports/metadata.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';

const session = '01a00000-0000-7000-8000-00000000000a';
const count = 60;

const increment = ({ text = '{"n":0}' }: Metadata) => {
  const n = JSON.parse(text).n + 1;
  return { answer: n as number, text: `{"n":${n}}` };
};
const under = (key: string, fingerprint = 'f') => ({ idempotencyKey: { key, fingerprint } });

describeStores('many edits under idempotency keys', { engines: enginesAndPooler }, (t) => {
  let ids: number[];
  beforeEach(async () => {
    ids = await Promise.all(Array.from({ length: count }, (_, n) => t.register(`player ${n}`)));
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
    for (const answers of await Promise.all(rounds)) expect(answers).toEqual(ids.map(() => first));
    await other.close();
    await t.store.close();
    await t.reopen();
    expect(await allSend(t.store, key)).toEqual(ids.map(() => first));
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
    expect(answers.slice(0, keys.length)).toEqual([a, b, a, c, b, a] as never);
    expect(answers.slice(keys.length)).toEqual(ids.slice(1).map(() => first));
    expect(await textOf(idOf(0))).toBe('{"n":3}');
  });

  test('are refused one by one: another request, a required session, a suspension, an unknown player', async () => {
    await t.store.metadata.edit(idOf(0), increment, under('k', 'another request'));
    await t.store.sessions.start(idOf(2), session);
    await t.store.suspensions.suspend(idOf(3), { until: 'forever', reason: null });
    const send = () =>
      Promise.all([
        ...ids.map((id, n) => {
          const required = n === 1 || n === 2 ? { sessionId: session } : {};
          return t.store.metadata.edit(id, increment, { ...under('k'), ...required });
        }),
        t.store.metadata.edit(4_000, increment, under('k')),
      ]);
    const answers = await send();
    expect(answers.slice(0, 4)).toEqual([
      'key-reused',
      'session-not-current',
      first,
      { suspendedUntil: 'forever' },
    ]);
    expect(answers.slice(4)).toEqual([...ids.slice(4).map(() => first), undefined]);
    expect(await send()).toEqual(answers);
    const texts = await Promise.all(ids.map(textOf));
    expect(texts).toEqual(ids.map((_, n) => (n === 1 || n === 3 ? undefined : '{"n":1}')));
    // The refusal for the session is stored as an outcome, and the one for the suspension is not.
    await t.store.sessions.start(idOf(1), session);
    await t.store.suspensions.unsuspend(idOf(3));
    expect((await send()).slice(1, 4)).toEqual(['session-not-current', first, first]);
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
    expect(others).toEqual(others.map(() => ({ status: 'fulfilled', value: first })));
    expect(await send(increment)).toEqual(ids.map(() => ({ status: 'fulfilled', value: first })));
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
    const answers = await send();
    expect(answers).toEqual(ids.map((_, n) => (n % 2 ? { answer: 'nothing', version: 0 } : first)));
    await Promise.all(ids.map((id) => t.store.metadata.save(id, '{"n":50}')));
    expect(await send()).toEqual(answers);
    for (const id of ids) expect(await textOf(id)).toBe('{"n":50}');
  });

  test('of servers share batches with nobody else’s keys', async () => {
    const byServer = (id: number) =>
      t.store.metadata.edit(id, increment, {
        by: 'server',
        idempotencyKey: { key: 'k', fingerprint: 'f', owner: 'server' },
      });
    const both = await Promise.all([allSend(t.store, () => 'k'), Promise.all(ids.map(byServer))]);
    const again = await Promise.all([allSend(t.store, () => 'k'), Promise.all(ids.map(byServer))]);
    expect(again).toEqual(both);
    for (const [n, id] of ids.entries()) {
      const versions = both.map((answers) => (answers[n] as { version: number }).version);
      expect(versions.toSorted()).toEqual([1, 2]);
      expect(await textOf(id)).toBe('{"n":2}');
    }
  });
});
