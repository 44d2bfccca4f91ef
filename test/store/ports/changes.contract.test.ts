// The promises of every engine about changes (src/store/ports/changes.ts): what one process makes is told, and what others make is found.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { newSessionId } from '../../../src/lib/ids.ts';
import type { KnownState } from '../../../src/store/ports/changes.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { timeoutSeconds } from '../../harness/store.ts';

describeStores('changes', { engines: enginesAndPooler }, (t) => {
  let other: Store;
  beforeEach(async () => {
    other = await t.open();
  });
  afterEach(async () => {
    await other.close();
  });

  const list = async (known: readonly KnownState[]) =>
    (await Array.fromAsync(t.store.changes.listChanged(known))).flat().sort((a, b) => a - b);
  const registerMany = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => t.register(`player ${n}`)));

  test('each change and each end of a session of this store is told, and no change of another one', async () => {
    const told = new Set<number>();
    const [ann, bob] = [await t.register('ann'), await t.register('bob')];
    const { metadata, suspensions, players, sessions, changes } = t.store;
    changes.onChange((id) => told.add(id));
    const expectTold = async (ids: readonly number[], change: () => Promise<unknown>): Promise<void> => {
      told.clear();
      await change();
      expect([...told]).toEqual([...ids]);
    };
    const start = () => sessions.start(ann, newSessionId(t.clock), { onActive: 'replace' });
    await expectTold([ann], () => metadata.save(ann, '{"n":1}'));
    await expectTold([ann], () => metadata.edit(ann, () => ({ answer: 1, text: '{"n":2}' })));
    await expectTold([bob], () => metadata.edit(bob, () => ({ answer: 1, text: null }), { by: 'server' }));
    await expectTold([bob], () => suspensions.suspend(bob, { until: 'forever', reason: null }));
    await expectTold([bob], () => suspensions.unsuspend(bob));
    await expectTold([bob], () => players.erase('bob'));
    await expectTold([], () => other.metadata.save(ann, '{"n":3}'));
    await expectTold([], () => metadata.find(ann));
    await start();
    await expectTold([], () => sessions.heartbeat(ann));
    await expectTold([ann], start);
    const idempotencyKey = { key: 'k', fingerprint: 'f' };
    await expectTold([ann], () => sessions.end(ann, 'stopped', { idempotencyKey }));
    await start();
    t.clock.advance(timeoutSeconds * 1_000);
    await expectTold([ann], () => sessions.expire(0, 10));
  });

  test('a look finds the players whose state is another one, and those alone', async () => {
    const ids = await registerMany(2_500);
    const known = ids.map((sequentialId) => ({ sequentialId, version: 0 }));
    expect(await list(known)).toEqual([]);
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    const last = ids.at(-1) ?? 0;
    await other.metadata.save(first, '{}');
    await other.suspensions.suspend(second, { until: t.clock.now() + 60_000, reason: null });
    await other.suspensions.suspend(third, { until: t.clock.now() + 1, reason: null });
    t.clock.advance(10);
    await other.metadata.edit(fourth, () => ({ answer: 1 }));
    await other.players.erase(last);
    expect(await list(known)).toEqual([first, second, last].sort((a, b) => a - b));
    expect(await list([])).toEqual([]);
  });

  test('a look finds the players whose required session has ended, and those alone', async () => {
    const ids = await registerMany(1_200);
    const known = await Promise.all(
      ids.map(async (sequentialId, index) => {
        const sessionId = newSessionId(t.clock);
        await other.sessions.start(sequentialId, sessionId);
        // Some know no session.
        return { sequentialId, version: 0, ...(index % 3 > 0 && { sessionId }) };
      }),
    );
    expect(await list(known)).toEqual([]);
    const [first = 0, second = 0, third = 0] = ids;
    const last = ids.at(-1) ?? 0;
    await other.sessions.heartbeat(third);
    await other.sessions.end(first, 'stopped');
    await other.sessions.start(second, newSessionId(t.clock), { onActive: 'replace' });
    await other.sessions.end(last, 'terminated');
    expect(await list(known)).toEqual([second, last].sort((a, b) => a - b));
  });

  test('what another store writes after a look is found by the next one', async () => {
    const ann = await t.register('ann');
    for (let version = 0; version < 5; version += 1) {
      expect(await list([{ sequentialId: ann, version }])).toEqual([]);
      await other.metadata.save(ann, `{"n":${version}}`);
      expect(await list([{ sequentialId: ann, version }])).toEqual([ann]);
    }
  });
});
