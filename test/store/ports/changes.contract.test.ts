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
    (await Array.fromAsync(t.store.changes.listChanged(known))).flat();

  test('each change of this store is told, and no change of another one', async () => {
    const told: number[] = [];
    const ann = await t.register('ann');
    const bob = await t.register('bob');
    t.store.changes.onChange((id) => told.push(id));
    const { metadata, suspensions, players } = t.store;
    const tells = async (change: () => Promise<unknown>): Promise<readonly number[]> => {
      told.length = 0;
      await change();
      return [...new Set(told)];
    };
    expect(await tells(() => metadata.save(ann, '{"n":1}'))).toEqual([ann]);
    expect(await tells(() => metadata.edit(ann, () => ({ answer: 1, text: '{"n":2}' })))).toEqual([ann]);
    expect(
      await tells(() => metadata.edit(bob, () => ({ answer: 1, text: null }), { by: 'server' })),
    ).toEqual([bob]);
    expect(await tells(() => suspensions.suspend(bob, { until: 'forever', reason: null }))).toEqual([bob]);
    expect(await tells(() => suspensions.unsuspend(bob))).toEqual([bob]);
    expect(await tells(() => players.erase('bob'))).toEqual([bob]);
    expect(await tells(() => other.metadata.save(ann, '{"n":3}'))).toEqual([]);
    expect(await tells(() => metadata.find(ann))).toEqual([]);
  });

  test('a look finds the players whose state is another one, and those alone', async () => {
    const ids = await Promise.all(
      Array.from({ length: 2_500 }, (_, number) => t.register(`player ${number}`)),
    );
    const known = ids.map((sequentialId) => ({ sequentialId, version: 0 }));
    const look = async () => [...(await list(known))].sort((a, b) => a - b);
    expect(await look()).toEqual([]);
    const [first, second, third, fourth] = ids as [number, number, number, number];
    const last = ids.at(-1) as number;
    await other.metadata.save(first, '{}');
    await other.suspensions.suspend(second, { until: t.clock.now() + 60_000, reason: null });
    await other.suspensions.suspend(third, { until: t.clock.now() + 1, reason: null });
    t.clock.advance(10);
    await other.metadata.edit(fourth, () => ({ answer: 1 }));
    await other.players.erase(last);
    expect(await look()).toEqual([first, second, last].sort((a, b) => a - b));
    expect(await list([])).toEqual([]);
  });

  test('each end of a session of this store is told, and no heartbeat', async () => {
    const told: number[] = [];
    const ann = await t.register('ann');
    const { sessions } = t.store;
    t.store.changes.onChange((id) => told.push(id));
    const start = () => sessions.start(ann, newSessionId(t.clock), { onActive: 'replace' });
    const tells = async (change: () => Promise<unknown>): Promise<boolean> => {
      told.length = 0;
      await change();
      return told.includes(ann);
    };
    await start();
    expect(await tells(() => sessions.heartbeat(ann))).toBe(false);
    expect(await tells(start)).toBe(true);
    const idempotencyKey = { key: 'k', fingerprint: 'f' };
    expect(await tells(() => sessions.end(ann, 'stopped', { idempotencyKey }))).toBe(true);
    await start();
    t.clock.advance(timeoutSeconds * 1_000);
    expect(await tells(() => sessions.expire(0, 10))).toBe(true);
  });

  test('a look finds the players whose required session has ended, and those alone', async () => {
    const ids = await Promise.all(
      Array.from({ length: 1_200 }, (_, number) => t.register(`player ${number}`)),
    );
    const known = await Promise.all(
      ids.map(async (sequentialId, index) => {
        const sessionId = newSessionId(t.clock);
        await other.sessions.start(sequentialId, sessionId);
        // Some know no session.
        return { sequentialId, version: 0, ...(index % 3 > 0 && { sessionId }) };
      }),
    );
    const look = async () => [...(await list(known))].sort((a, b) => a - b);
    expect(await look()).toEqual([]);
    const [first, second, third] = ids as [number, number, number];
    const last = ids.at(-1) as number;
    await other.sessions.heartbeat(third);
    await other.sessions.end(first, 'stopped');
    await other.sessions.start(second, newSessionId(t.clock), { onActive: 'replace' });
    await other.sessions.end(last, 'terminated');
    expect(await look()).toEqual([second, last].sort((a, b) => a - b));
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
