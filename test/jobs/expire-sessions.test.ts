// The job that expires sessions: it visits all of them in steps, beside other processes that run it.
import { describe, expect, test } from 'bun:test';
import { createSessionExpiry, expireSessions } from '../../src/jobs/expire-sessions.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { manualClock } from '../harness/clock.ts';
import { counted } from '../harness/counters.ts';
import { engines } from '../harness/engines.ts';
import { openTestStore, timeoutSeconds } from '../harness/store.ts';

for (const engine of engines) {
  describe(`the expiry of sessions on ${engine.name}`, () => {
    test('visits all sessions in steps, and ends those that have expired', async () => {
      const t = await openTestStore(engine);
      const expire = () => expireSessions(t.store.sessions, t.clock, { rows: 4 });
      try {
        const ids = await Promise.all(Array.from({ length: 25 }, (_, n) => t.register(`player ${n}`)));
        for (const id of ids) await t.store.sessions.start(id, crypto.randomUUID());
        t.clock.advance(timeoutSeconds * 1000 - 1);
        await t.store.sessions.heartbeat(ids[7] ?? 0);
        t.clock.advance(1);
        expect(await expire()).toEqual({ moved: 24, active: 1 });
        expect(await expire()).toEqual({ moved: 0, active: 1 });
        expect(await t.store.sessions.heartbeat(ids[7] ?? 0)).toHaveProperty('sessionId');
      } finally {
        await t.remove();
      }
    });

    test('may run in several processes at once: each session ends once', async () => {
      const t = await openTestStore(engine);
      const others = await Promise.all([t.open(), t.open()]);
      try {
        const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => t.register(`player ${n}`)));
        await Promise.all(ids.map((id) => t.store.sessions.start(id, crypto.randomUUID())));
        t.clock.advance(timeoutSeconds * 1000);
        const moved = await Promise.all(
          [t.store, ...others].map((store) => expireSessions(store.sessions, t.clock, { rows: 10 })),
        );
        expect(moved.reduce((sum, each) => sum + each.moved, 0)).toBe(ids.length);
        for (const id of ids) expect(await t.store.sessions.listEnded(id, 10)).toHaveLength(1);
      } finally {
        await Promise.all(others.map((store) => store.close()));
        await t.remove();
      }
    });
  });
}

test('an abort ends a pass after its step, counts that step, and leaves the gauge of active sessions as it was', async () => {
  const stopping = new AbortController();
  const metrics = createMetrics();
  const log = createLog({ level: 'silent', production: true });
  const active = () =>
    metrics
      .families()
      .find(({ name }) => name === 'playkeep_active_sessions')
      ?.samples()[0];
  let steps = 0;
  const sessions = {
    async expire() {
      steps += 1;
      if (steps === 3) stopping.abort();
      return { moved: 2, active: 10, next: steps === 2 ? undefined : steps };
    },
  };
  const expire = createSessionExpiry(sessions, { clock: manualClock(), log, metrics });
  await expire(stopping.signal);
  expect(steps).toBe(2);
  expect(active()).toMatchObject({ value: 20 });
  await expire(stopping.signal);
  expect(steps).toBe(3);
  expect(active()).toMatchObject({ value: 20 });
  expect(counted(metrics, 'playkeep_sessions_expired_total')).toBe(6);
});
