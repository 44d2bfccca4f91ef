// The promises of every engine about sessions (src/store/ports/sessions.ts), checked through the port alone.
import { expect, test } from 'bun:test';
import { expireSessions } from '../../../src/jobs/expire-sessions.ts';
import { newSessionId } from '../../../src/lib/ids.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { timeoutSeconds } from '../../harness/store.ts';
import { sessionA, sessionB } from './shared.ts';

/** A session whose start named neither a context nor an installation. */
const nothingBrought = { context: null, installationId: null };

describeStores('sessions in the store', { engines: enginesAndPooler }, (t) => {
  test('start, go on and end', async () => {
    const id = await t.register('ann');
    const start = t.clock.now();
    expect(await t.store.sessions.start(id, sessionA)).toEqual({
      sessionId: sessionA,
      startedAt: start,
      lastActivity: start,
    });
    expect(await t.store.sessions.start(id, sessionB)).toBe('already-active');
    t.clock.advance(1500);
    expect(await t.store.sessions.heartbeat(id)).toEqual({
      sessionId: sessionA,
      startedAt: start,
      lastActivity: start + 1500,
    });
    t.clock.advance(500);
    const times = { startedAt: start, endedAt: start + 2000 };
    const ended = { sessionId: sessionA, ...times, reason: 'stopped' } as const;
    expect(await t.store.sessions.end(id, 'stopped')).toEqual(ended);
    expect(await t.store.sessions.listEnded(id, 10)).toEqual([{ ...ended, ...nothingBrought }]);
    expect(await t.store.sessions.heartbeat(id)).toEqual({ notActive: 'none' });
    expect(await t.store.sessions.end(id, 'stopped')).toEqual({ notActive: 'none' });
  });

  test('are active one millisecond before the time-out and expired at it, without any job', async () => {
    const id = await t.register('ann');
    const start = t.clock.now();
    await t.store.sessions.start(id, sessionA);
    t.clock.advance(timeoutSeconds * 1000 - 1);
    expect(await t.store.sessions.start(id, sessionB)).toBe('already-active');
    expect(await t.store.sessions.heartbeat(id)).toMatchObject({ sessionId: sessionA });
    const lastActivity = t.clock.now();
    t.clock.advance(timeoutSeconds * 1000);
    expect(await t.store.sessions.find(id)).toEqual({ notActive: 'expired', lastActivity });
    expect(await t.store.sessions.heartbeat(id)).toEqual({ notActive: 'expired', lastActivity });
    expect(await t.store.sessions.end(id, 'stopped')).toEqual({ notActive: 'expired', lastActivity });
    expect(await t.store.sessions.listEnded(id, 10)).toEqual([
      {
        sessionId: sessionA,
        startedAt: start,
        endedAt: lastActivity,
        reason: 'expired',
        ...nothingBrought,
      },
    ]);
    t.clock.advance(1);
    const next = { sessionId: sessionB, startedAt: t.clock.now() };
    expect(await t.store.sessions.start(id, sessionB)).toMatchObject(next);
    expect(await t.store.sessions.listEnded(id, 10)).toMatchObject([{ endedAt: lastActivity }]);
  });

  test('keep the reason for which they ended, newest first', async () => {
    const id = await t.register('ann');
    for (const reason of ['stopped', 'replaced', 'terminated'] as const) {
      await t.store.sessions.start(id, crypto.randomUUID());
      t.clock.advance(10);
      await t.store.sessions.end(id, reason);
    }
    const reasons = (await t.store.sessions.listEnded(id, 10)).map((session) => session.reason);
    expect(reasons).toEqual(['terminated', 'replaced', 'stopped']);
    expect(await t.store.sessions.listEnded(id, 1)).toHaveLength(1);
  });

  test('that ended are distinguished by the reason, whatever sessions came later', async () => {
    const id = await t.register('ann');
    const begin = () => {
      t.clock.advance(1_000);
      return Bun.randomUUIDv7('hex', t.clock.now());
    };
    const ended = new Map<string, string>();
    for (const reason of ['stopped', 'terminated'] as const) {
      const session = begin();
      await t.store.sessions.start(id, session);
      t.clock.advance(1_000);
      await t.store.sessions.end(id, reason);
      ended.set(session, reason);
    }
    const silent = begin();
    await t.store.sessions.start(id, silent);
    const lastActivity = t.clock.now();
    t.clock.advance(timeoutSeconds * 1000);
    ended.set(silent, 'expired');
    const told = async () => {
      for (const [sessionId, notActive] of ended) {
        expect(await t.store.sessions.heartbeat(id, { sessionId })).toEqual({ notActive } as never);
        expect(await t.store.sessions.end(id, 'stopped', { sessionId })).toEqual({ notActive } as never);
      }
    };
    expect(await t.store.sessions.heartbeat(id)).toEqual({ notActive: 'expired', lastActivity });
    await told();
    expect(await t.store.sessions.heartbeat(id)).toEqual({ notActive: 'none' });
    expect(await t.store.sessions.end(id, 'stopped')).toEqual({ notActive: 'none' });
    const replaced = begin();
    await t.store.sessions.start(id, replaced);
    for (let n = 0; n < 120; n += 1) await t.store.sessions.start(id, begin(), { onActive: 'replace' });
    ended.set(replaced, 'replaced');
    await told();
    const bob = await t.register('bob');
    expect(await t.store.sessions.heartbeat(bob)).toEqual({ notActive: 'none' });
    for (const sessionId of [replaced, crypto.randomUUID(), '00000000-0000-0000-0000-000000000000']) {
      expect(await t.store.sessions.heartbeat(bob, { sessionId })).toEqual({ notActive: 'unknown' });
    }
  });

  test('start once, whatever the number of concurrent starts', async () => {
    const id = await t.register('ann');
    const results = await Promise.all(
      Array.from({ length: 64 }, () => t.store.sessions.start(id, crypto.randomUUID())),
    );
    expect(results.filter((result) => result !== 'already-active')).toHaveLength(1);
  });

  test('are moved in steps once they have expired, and only then', async () => {
    const ids = [];
    for (let n = 0; n < 10; n += 1) ids.push(await t.register(`player ${n}`));
    for (const id of ids.slice(0, 7)) await t.store.sessions.start(id, crypto.randomUUID());
    t.clock.advance(timeoutSeconds * 1000);
    for (const id of ids.slice(7)) await t.store.sessions.start(id, crypto.randomUUID());
    expect(await t.store.sessions.expire(0, 4)).toEqual({ moved: 4, active: 0, next: 4 });
    expect(await t.store.sessions.expire(4, 4)).toEqual({ moved: 3, active: 1, next: 8 });
    expect(await t.store.sessions.expire(8, 4)).toEqual({ moved: 0, active: 2, next: undefined });
    expect(await t.store.sessions.expire(0, 100)).toEqual({ moved: 0, active: 3, next: undefined });
    for (const id of ids.slice(7)) expect(await t.store.sessions.heartbeat(id)).toHaveProperty('sessionId');
    for (const id of ids.slice(0, 7)) {
      expect((await t.store.sessions.listEnded(id, 9))[0]).toMatchObject({ reason: 'expired' });
    }
  });

  test('that expired end once, though several processes look for them in steps', async () => {
    const others = await Promise.all([t.open(), t.open()]);
    const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => t.register(`player ${n}`)));
    await Promise.all(ids.map((id) => t.store.sessions.start(id, crypto.randomUUID())));
    t.clock.advance(timeoutSeconds * 1000 - 1);
    await t.store.sessions.heartbeat(ids[7] ?? 0);
    t.clock.advance(1);
    const passes = await Promise.all(
      [t.store, ...others].map(({ sessions }) => expireSessions(sessions, t.clock, { rows: 10 })),
    );
    expect(passes.reduce((sum, { moved }) => sum + moved, 0)).toBe(49);
    for (const id of ids)
      expect(await t.store.sessions.listEnded(id, 10)).toHaveLength(id === ids[7] ? 0 : 1);
    expect(await expireSessions(t.store.sessions, t.clock, { rows: 4 })).toEqual({ moved: 0, active: 1 });
    await Promise.all(others.map((other) => other.close()));
  });

  test('tell why a session of the player ended', async () => {
    const [id, other] = [await t.register('ann'), await t.register('bob')];
    const { sessions } = t.store;
    const ids = Array.from({ length: 5 }, () => newSessionId(t.clock));
    const [stopped = '', terminated = '', expired = '', replaced = '', active = ''] = ids;
    await sessions.start(id, stopped);
    await sessions.end(id, 'stopped');
    await sessions.start(id, terminated);
    await sessions.end(id, 'terminated');
    await sessions.start(id, expired);
    t.clock.advance(timeoutSeconds * 1000);
    expect(await sessions.findEnd(id, expired)).toBe('expired');
    await sessions.start(id, replaced);
    await sessions.start(id, active, { onActive: 'replace' });
    const ends = await Promise.all(ids.map((sessionId) => sessions.findEnd(id, sessionId)));
    expect(ends).toEqual(['stopped', 'terminated', 'expired', 'replaced', undefined]);
    for (const [player, sessionId] of [
      [id, sessionA],
      [other, stopped],
      [4_000, stopped],
    ] as const)
      expect(await sessions.findEnd(player, sessionId)).toBeUndefined();
  });
});
