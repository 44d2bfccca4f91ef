// A clock that was ahead and is corrected: stored times in the future count as now, so sessions expire and versions are kept as
// usual, and no time in an answer goes backwards.
import { beforeEach, expect, test } from 'bun:test';
import { IDEMPOTENCY_MAX_KEYS } from '../../../src/limits.ts';
import type { Session } from '../../../src/store/ports/sessions.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { timeoutSeconds } from '../../harness/store.ts';
import { sessionA, sessionB } from './shared.ts';

const year = 366 * 24 * 3_600_000;
const timeout = timeoutSeconds * 1_000;
const hour = 3_600_000;
const environment = { METADATA_HISTORY_INTERVAL_SECONDS: '300' };

describeStores('a clock that is set back by a year', { environment }, (t) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });

  const isActive = async () => 'sessionId' in ((await t.store.sessions.find(id)) ?? {});
  const expire = () => t.store.sessions.expire(0, 100);
  const save = async (n: number) => void (await t.store.metadata.save(id, `{"n":${n}}`));
  const versions = async () => (await t.store.versions.list(id)).map((kept) => kept.version);

  test('leaves a session active, which then expires a timeout after expire-sessions saw it', async () => {
    await t.store.sessions.start(id, sessionA);
    t.clock.advance(-year);
    expect(await isActive()).toBe(true);
    expect(await expire()).toMatchObject({ moved: 0, active: 1 });
    t.clock.advance(timeout - 1);
    expect(await isActive()).toBe(true);
    expect(await t.store.sessions.start(id, sessionB)).toBe('already-active');
    t.clock.advance(1);
    expect(await isActive()).toBe(false);
    expect(await expire()).toMatchObject({ moved: 1, active: 0 });
    const [ended] = await t.store.sessions.listEnded(id, 10);
    expect(ended).toMatchObject({ sessionId: sessionA, reason: 'expired' });
    expect(ended?.endedAt).toBeGreaterThanOrEqual(ended?.startedAt as number);
    expect(await t.store.sessions.start(id, sessionB)).toMatchObject({ sessionId: sessionB });
  });

  test('keeps a session active while heartbeats come, moves no lastActivity back, and ends it without heartbeats', async () => {
    const { lastActivity: first } = (await t.store.sessions.start(id, sessionA)) as Session;
    t.clock.advance(-year);
    for (let beat = 0; beat < 5; beat += 1) {
      expect(await t.store.sessions.heartbeat(id)).toMatchObject({
        sessionId: sessionA,
        lastActivity: first,
      });
      t.clock.advance(timeout - 1);
      if (beat % 2 === 0) await expire();
      expect(await isActive()).toBe(true);
    }
    t.clock.advance(1);
    expect(await isActive()).toBe(false);
    // Every method agrees.
    expect(await t.store.sessions.heartbeat(id)).toMatchObject({ notActive: 'expired' });
    expect((await t.store.sessions.listEnded(id, 10)).map(({ reason }) => reason)).toEqual(['expired']);
    const requiringSession = { sessionId: sessionA };
    const decide = () => ({ answer: null, text: '{}' });
    expect(await t.store.metadata.edit(id, decide, requiringSession)).toBe('session-not-current');
    expect(await t.store.sessions.end(id, 'stopped')).toMatchObject({ notActive: 'expired' });
    expect(await t.store.sessions.start(id, sessionB)).toMatchObject({ startedAt: t.clock.now() });
  });

  test('no longer affects a session once time has caught up', async () => {
    await t.store.sessions.start(id, sessionA);
    t.clock.advance(-timeout / 2);
    await t.store.sessions.heartbeat(id);
    await expire();
    t.clock.advance(timeout - 1);
    await t.store.sessions.heartbeat(id);
    t.clock.advance(timeout - 1);
    expect(await isActive()).toBe(true);
    t.clock.advance(1);
    expect(await isActive()).toBe(false);
    // One that is stopped ends no earlier than it began.
    const { startedAt } = (await t.store.sessions.start(id, sessionB)) as Session;
    t.clock.advance(-year);
    await expire();
    expect(await t.store.sessions.end(id, 'stopped')).toMatchObject({ endedAt: startedAt });
  });

  test('keeps versions an interval apart, also in a process that saved before', async () => {
    await save(1);
    await save(2);
    await save(3);
    expect(await versions()).toEqual([1]);
    t.clock.advance(-year);
    await save(4);
    const kept = await versions();
    expect(kept).toEqual([3, 1]);
    for (let n = 5; n <= 9; n += 1) await save(n);
    expect(await versions()).toEqual(kept);
    t.clock.advance(hour);
    await save(10);
    expect(await versions()).toEqual([9, ...kept]);
    const times = (await t.store.versions.list(id)).map(({ keptAt }) => keptAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times[0]).toBe(t.clock.now());
  });

  test('keeps recent versions dense and old ones sparse', async () => {
    for (let n = 0; n < 60; n += 1) {
      if (n === 30) t.clock.advance(-year);
      await save(n);
      t.clock.advance(hour);
    }
    const kept = await versions();
    expect(kept).toHaveLength(20);
    expect(kept.filter((version) => version > 30).length).toBeGreaterThan(10);
    expect(kept.slice(0, 3)).toEqual([59, 58, 57]);
  });

  test('keeps new idempotency keys when the player has the most old ones', async () => {
    let runs = 0;
    const write = (key: string) =>
      t.store.metadata.edit(id, () => ({ answer: ++runs, text: `{"key":"${key}"}` }), {
        idempotencyKey: { key, fingerprint: key },
      });
    for (let n = 0; n < IDEMPOTENCY_MAX_KEYS; n += 1) await write(`before ${n}`);
    t.clock.advance(-year);
    for (let n = 0; n < 200; n += 1) await write(`now ${n}`);
    expect(runs).toBe(IDEMPOTENCY_MAX_KEYS + 200);
    for (let n = 0; n < 200; n += 1) await write(`now ${n}`);
    expect(runs).toBe(IDEMPOTENCY_MAX_KEYS + 200);
  }, 60_000);

  test('distinguishes a save in the previous session from one in another session', async () => {
    await t.store.sessions.start(id, sessionA);
    await save(1);
    await save(2);
    t.clock.advance(-year);
    await expire();
    t.clock.advance(timeout);
    await expire();
    await t.store.sessions.start(id, sessionB);
    await save(3);
    const [newest] = await t.store.versions.list(id);
    expect([newest?.version, newest?.sessionId]).toEqual([2, sessionA]);
  });
});
