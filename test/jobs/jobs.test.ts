// The sweep: expired sessions reach the history without anyone calling, in steps, and a fault only postpones it.
import { describe, expect, test } from 'bun:test';
import { expireSessions, startJobs } from '../../src/jobs/jobs.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { type SessionStore, type Store, StoreUnavailable } from '../../src/store/ports/store.ts';
import { paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { engines } from '../harness/engines.ts';
import { startService } from '../harness/service.ts';
import { openStoreOn, openTestStore, timeoutSeconds } from '../harness/store.ts';

for (const engine of engines) {
  describe(`the sweep on ${engine.name}`, () => {
    test('passes over all sessions in steps, and ends those that have expired', async () => {
      const t = await openTestStore(engine);
      try {
        const ids = await Promise.all(Array.from({ length: 25 }, (_, n) => t.register(`player ${n}`)));
        for (const id of ids) await t.store.sessions.start(id, crypto.randomUUID());
        t.clock.advance(timeoutSeconds * 1000 - 1);
        await t.store.sessions.heartbeat(ids[7] ?? 0);
        t.clock.advance(1);
        expect(await expireSessions(t.store.sessions, { rows: 4 })).toEqual({ moved: 24, active: 1 });
        expect(await expireSessions(t.store.sessions, { rows: 4 })).toEqual({ moved: 0, active: 1 });
        expect(await t.store.sessions.heartbeat(ids[7] ?? 0)).toHaveProperty('sessionId');
      } finally {
        await t.remove();
      }
    });

    test('runs by itself in a service', async () => {
      const service = await startService({ engine });
      const elsewhere = await openStoreOn(service.database.environment, service.clock);
      try {
        const { startTime } = (await service.as('ann', 'POST', paths.start)).body.data;
        service.clock.advance(1_500_000);
        const ended = async () => elsewhere.sessions.listEnded(1, 10);
        for (let wait = 0; wait < 100 && (await ended()).length === 0; wait += 1) await Bun.sleep(10);
        const endedAt = Date.parse(startTime);
        expect(await ended()).toMatchObject([{ startedAt: endedAt, endedAt, reason: 'expired' }]);
      } finally {
        await elsewhere.close();
        await service.stop();
      }
    });

    test('may be run by several processes at once: each session ends once', async () => {
      const t = await openTestStore(engine);
      const others = await Promise.all([t.open(), t.open()]);
      try {
        const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => t.register(`player ${n}`)));
        await Promise.all(ids.map((id) => t.store.sessions.start(id, crypto.randomUUID())));
        t.clock.advance(timeoutSeconds * 1000);
        const moved = await Promise.all(
          [t.store, ...others].map((store) => expireSessions(store.sessions, { rows: 10 })),
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

test('a fault skips one pass, passes do not overlap, and stop waits for the step under way', async () => {
  const clock = manualClock();
  const pass = Promise.withResolvers<void>();
  let passes = 0;
  const metadata = { deleteOld: async () => undefined };
  const sessions: Pick<SessionStore, 'expire' | 'deleteOldHistory'> = {
    deleteOldHistory: async () => undefined,
    async expire() {
      passes += 1;
      if (passes === 1) throw new StoreUnavailable('locked');
      await pass.promise;
      return { moved: 0, active: 0, next: 7 };
    },
  };
  const log = createLog({ level: 'silent', production: true });
  const rateLimits = { deleteFull: async () => undefined };
  const metrics = createMetrics();
  const store = { sessions, metadata, rateLimits } as unknown as Store;
  const sweeper = startJobs(store, { clock, log, metrics, historyDays: 400 });
  clock.advance(30_000);
  await Bun.sleep(5);
  clock.advance(30_000);
  await Bun.sleep(5);
  clock.advance(30_000);
  expect(passes).toBe(2);
  let stopped = false;
  const stop = sweeper.stop().then(() => {
    stopped = true;
  });
  await Bun.sleep(5);
  expect(stopped).toBe(false);
  pass.resolve();
  await stop;
  clock.advance(30_000);
  expect(passes).toBe(2);
});
