// The promises of every engine about suspensions: from the commit on the player can write and start nothing, and servers
// still can. A suspension has no effect after its end.
import { beforeEach, expect, test } from 'bun:test';
import type { AuditAction } from '../../../src/store/ports/audit.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { author } from './shared.ts';

const audited = (action: AuditAction, detail?: Record<string, unknown>) => ({
  audited: { author, action, ...(detail && { detail }) },
});
const forever = { until: 'forever', reason: null } as const;

/** Every write of a player, each as the store has it. */
const writes: Readonly<Record<string, (store: Store, id: number, key?: string) => Promise<unknown>>> = {
  save: ({ metadata }, id) => metadata.save(id, '{"saved":1}'),
  edit: ({ metadata }, id, key) => metadata.edit(id, () => ({ answer: 1, text: '{"n":1}' }), keyed(key)),
  'edit that changes nothing': ({ metadata }, id, key) =>
    metadata.edit(id, () => ({ answer: 1 }), keyed(key)),
  'edit in a session': ({ metadata }, id, key) =>
    metadata.edit(id, () => ({ answer: 1, text: '{}' }), { ...keyed(key), sessionId: crypto.randomUUID() }),
  start: ({ sessions }, id, key) => sessions.start(id, Bun.randomUUIDv7(), keyed(key)),
  'start that replaces': ({ sessions }, id, key) =>
    sessions.start(id, Bun.randomUUIDv7(), { ...keyed(key), onActive: 'replace' }),
  'start that resumes': ({ sessions }, id, key) =>
    sessions.start(id, Bun.randomUUIDv7(), { ...keyed(key), onActive: 'resume' }),
  heartbeat: ({ sessions }, id, key) => sessions.heartbeat(id, keyed(key)),
  'heartbeat of a session': ({ sessions }, id, key) =>
    sessions.heartbeat(id, { ...keyed(key), sessionId: Bun.randomUUIDv7() }),
  stop: ({ sessions }, id, key) => sessions.end(id, 'stopped', keyed(key)),
};

const keyed = (key: string | undefined) => ({
  idempotencyKey: key === undefined ? undefined : { key, fingerprint: 'f' },
});

describeStores('suspensions', {}, (t) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });

  const suspend = (until: number | 'forever' = 'forever', reason: string | null = null) =>
    t.store.suspensions.suspend(id, { until, reason });
  const state = async () => ({
    found: await t.store.metadata.find(id),
    session: await t.store.sessions.find(id),
    ended: await t.store.sessions.listEnded(id, 100),
    versions: await t.store.versions.list(id),
  });

  for (const [name, write] of Object.entries(writes)) {
    test(`refuse a ${name}, with an idempotency key and without, and change nothing`, async () => {
      await t.store.metadata.save(id, '{"before":1}');
      const until = t.clock.now() + 60_000;
      expect(await suspend(until)).toBe(true);
      const before = await state();
      for (const key of [undefined, 'k', 'k']) {
        expect([key, await write(t.store, id, key)]).toMatchObject([key, { suspendedUntil: until }]);
      }
      await suspend();
      expect(await write(t.store, id, 'k')).toMatchObject({ suspendedUntil: 'forever' });
      await suspend(until);
      expect(await state()).toEqual(before);
      // The refusal was not stored, and the suspension ends by itself.
      t.clock.advance(59_999);
      expect(await write(t.store, id)).toMatchObject({ suspendedUntil: until });
      t.clock.advance(1);
      const later = await write(t.store, id, 'k');
      expect([later]).not.toMatchObject([{ suspendedUntil: expect.anything() }]);
      if (name !== 'save') expect(await write(t.store, id, 'k')).toEqual(later);
    });

    test(`answer no outcome of a ${name} that was stored before`, async () => {
      const first = await write(t.store, id, 'k');
      await suspend();
      expect(await write(t.store, id, 'k')).toMatchObject({ suspendedUntil: 'forever' });
      expect(await t.store.suspensions.unsuspend(id)).toBe(true);
      // A save takes no key, so it runs again.
      if (name !== 'save') expect(await write(t.store, id, 'k')).toEqual(first);
      else expect(await write(t.store, id, 'k')).toMatchObject({ version: 2 });
    });
  }

  test('are seen by reads of the player, not by those of others', async () => {
    const bob = await t.register('bob');
    const text = '{"n":1}';
    await t.store.metadata.save(id, text);
    await suspend();
    const { metadata, sessions } = t.store;
    const mine = { playerId: 'ann', text, version: 1 };
    expect(await metadata.findAsReader(id, bob)).toEqual({ suspendedUntil: 'forever' });
    expect(await metadata.findAsReader(id, 4_000)).toEqual({ suspendedUntil: 'forever' });
    expect(
      await Promise.all([metadata.find(id), metadata.findAsReader(bob, id), metadata.find(bob)]),
    ).toEqual([
      { ...mine, writtenAt: expect.any(Number), suspendedUntil: 'forever' },
      mine,
      { playerId: 'bob', text: undefined, version: 0, writtenAt: null },
    ]);
    expect(await sessions.find(id)).toEqual({ notActive: 'none', suspendedUntil: 'forever' });
    expect(await sessions.find(bob)).toEqual({ notActive: 'none' });
  });

  test('do not bind a server, with an idempotency key or without', async () => {
    await suspend();
    const { metadata, sessions } = t.store;
    const write = (key?: string) =>
      metadata.edit(id, () => ({ answer: 1, text: '{"gift":1}' }), {
        by: 'server',
        idempotencyKey: key === undefined ? undefined : { key, fingerprint: 'f', owner: 'server' },
      });
    expect([await write(), await write('k'), await write('k')]).toMatchObject([
      { answer: 1, version: 1 },
      { answer: 1, version: 2 },
      { answer: 1, version: 2 },
    ]);
    expect(await sessions.end(id, 'terminated')).toMatchObject({ notActive: 'none' });
    const idempotencyKey = { key: 'terminate', fingerprint: 'f', owner: 'server' } as const;
    const refused = await sessions.end(id, 'terminated', { idempotencyKey });
    expect(refused).toMatchObject({ notActive: 'none' });
    await t.store.suspensions.unsuspend(id);
    await sessions.start(id, Bun.randomUUIDv7());
    expect(await sessions.end(id, 'terminated', { idempotencyKey })).toEqual(refused);
  });

  test('end the active session as terminated, and no session of another player', async () => {
    const bob = await t.register('bob');
    const { sessions } = t.store;
    const [mine, other] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
    await sessions.start(id, mine, { context: '{"of":"a phone"}' });
    await sessions.start(bob, other);
    t.clock.advance(1_000);
    await suspend();
    const endedAt = t.clock.now();
    expect(await sessions.listEnded(id, 10)).toMatchObject([
      { sessionId: mine, endedAt, reason: 'terminated', context: '{"of":"a phone"}' },
    ]);
    expect(await sessions.heartbeat(id, { sessionId: mine })).toEqual({
      notActive: 'terminated',
      suspendedUntil: 'forever',
    });
    expect(await sessions.heartbeat(bob)).toMatchObject({ sessionId: other });
    await t.store.suspensions.unsuspend(id);
    expect(await sessions.find(id)).toEqual({ notActive: 'none' });
    expect(await sessions.start(id, Bun.randomUUIDv7())).toMatchObject({ startedAt: endedAt });
    // One that has expired stays expired.
    t.clock.advance(3_600_000);
    await suspend();
    expect((await sessions.listEnded(id, 10))[0]).toMatchObject({ reason: 'expired' });
  });

  test('have one entry in the audit for each change, and none where nothing changed', async () => {
    const { suspensions, audit } = t.store;
    const until = t.clock.now() + 1_000;
    const at = (time: number) => audited('player.suspend', { until: time });
    const changes = [
      await suspensions.unsuspend(id, audited('player.unsuspend')),
      await suspensions.suspend(id, { until, reason: 'cheating' }, at(until)),
      await suspensions.suspend(id, { until, reason: 'cheating' }, at(until)),
      await suspensions.suspend(id, { until, reason: 'fraud' }, at(until)),
      await suspensions.suspend(id, { until: until + 1, reason: 'fraud' }, at(until + 1)),
      await suspensions.unsuspend(id, audited('player.unsuspend')),
      await suspensions.unsuspend(id, audited('player.unsuspend')),
      await suspensions.suspend(id, forever, audited('player.suspend', { until: 'forever' })),
      await suspensions.suspend(4_000, forever, audited('player.suspend')),
      await suspensions.unsuspend(4_000, audited('player.unsuspend')),
    ];
    expect(changes).toEqual([false, true, false, true, true, true, false, true, undefined, undefined]);
    const { entries } = await audit.list({}, 100);
    for (const entry of entries) expect(entry).toMatchObject({ ...author, sequentialId: id });
    expect(entries.map(({ action, detail }) => `${action} ${detail}`).sort()).toEqual([
      'player.suspend {"until":"forever"}',
      `player.suspend {"until":${until}}`,
      `player.suspend {"until":${until}}`,
      `player.suspend {"until":${until + 1}}`,
      'player.unsuspend null',
    ]);
    // A suspension has no effect after its end, and may be made again.
    await suspensions.suspend(id, { until, reason: null });
    t.clock.advance(1_000);
    expect(await suspensions.unsuspend(id, audited('player.unsuspend'))).toBe(false);
    expect((await audit.list({}, 100)).entries).toHaveLength(5);
  });

  test('are found with their reason while they last', async () => {
    const { suspensions, players } = t.store;
    expect(await suspensions.find(id)).toBeUndefined();
    const until = t.clock.now() + 1_000;
    await suspend(until, 'sold \u{1F4B0} for money\u2028');
    expect(await suspensions.find(id)).toEqual({ until, reason: 'sold \u{1F4B0} for money\u2028' });
    expect(await players.describe([id])).toMatchObject([{ suspendedUntil: until }]);
    t.clock.advance(1_000);
    expect(await suspensions.find(id)).toBeUndefined();
    await suspend();
    expect(await suspensions.find(id)).toEqual(forever);
    expect(await suspensions.find(4_000)).toBeUndefined();
    const bob = await t.register('bob');
    expect(await Promise.all([suspensions.find(bob), suspensions.find(id)])).toEqual([undefined, forever]);
  });

  test('end with the erasure of the player', async () => {
    await suspend();
    await t.store.players.erase('ann');
    expect(await suspend()).toBeUndefined();
    const again = await t.store.players.register('ann', { revive: true });
    if (again === 'erased') throw new Error('ann is erased');
    expect(again).not.toBe(id);
    expect(await t.store.suspensions.find(again)).toBeUndefined();
    expect(await t.store.metadata.save(again, '{}')).toMatchObject({ version: 1 });
  });

  test('hold for other processes at once', async () => {
    const other = await t.open();
    await other.sessions.start(id, Bun.randomUUIDv7());
    await suspend();
    for (const [name, write] of Object.entries(writes))
      expect([name, await write(other, id)]).toMatchObject([name, { suspendedUntil: 'forever' }]);
    expect((await other.metadata.find(id))?.suspendedUntil).toBe('forever');
    await other.suspensions.unsuspend(id);
    expect(await t.store.metadata.save(id, '{}')).toMatchObject({ version: 1 });
    await other.close();
  });
});
