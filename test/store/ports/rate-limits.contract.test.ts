// Token buckets of players, on each engine through the port, and shared by all processes on one database server.
import { expect, test } from 'bun:test';
import { allEngines } from '../../harness/engines.ts';
import { pgbouncer } from '../../harness/pgbouncer.ts';
import { openTestStore } from '../../harness/store.ts';

const perMinute = 6;
const environment = { RATE_LIMIT_PER_MINUTE: String(perMinute) };
const tenSeconds = 10_000;

for (const engine of pgbouncer ? [...allEngines, pgbouncer] : allEngines) {
  test(`a bucket on ${engine.name} gives a minute's tokens at once, then one after the other`, async () => {
    const t = await openTestStore(engine, environment);
    const take = async (playerId = 'ann') => t.store.rateLimits.take(playerId);
    try {
      for (let n = 0; n < perMinute; n += 1) expect([n, await take()]).toEqual([n, 0]);
      expect(await take()).toBe(tenSeconds);
      t.clock.advance(4_000);
      expect(await take()).toBe(6_000);
      t.clock.advance(6_000);
      expect(await take()).toBe(0);
      expect(await take()).toBe(tenSeconds);
      expect(await take('bob')).toBe(0);
      t.clock.advance(3_600_000);
      for (let n = 0; n < perMinute; n += 1) expect([n, await take()]).toEqual([n, 0]);
      expect(await take()).toBe(tenSeconds);
    } finally {
      await t.remove();
    }
  });

  test(`concurrent takes on ${engine.name} get as many tokens as there are`, async () => {
    const t = await openTestStore(engine, environment);
    try {
      const waits = await Promise.all(
        Array.from({ length: 90 }, (_, n) => t.store.rateLimits.take(`player ${n % 3}`)),
      );
      for (const player of [0, 1, 2]) {
        const own = waits.filter((_, n) => n % 3 === player);
        expect(own.map((wait) => wait === 0)).toEqual(own.map((_, n) => n < perMinute));
      }
    } finally {
      await t.remove();
    }
  });

  test(`a call on ${engine.name} gets all the tokens that it wants, or none`, async () => {
    const t = await openTestStore(engine, environment);
    const take = async (amount?: number) => t.store.rateLimits.take('ann', amount);
    try {
      expect([await take(4), await take(3), await take(2)]).toEqual([0, tenSeconds, 0]);
      expect([await take(1), await take(2)]).toEqual([tenSeconds, 2 * tenSeconds]);
      t.clock.advance(tenSeconds);
      expect([await take(2), await take(1), await take()]).toEqual([tenSeconds, 0, tenSeconds]);
      t.clock.advance(6 * tenSeconds);
      // More than a full bucket holds.
      expect([await take(100), await take(100)]).toEqual([0, 6 * tenSeconds]);
      t.clock.advance(5 * tenSeconds);
      expect([await take(100), await take(5), await take()]).toEqual([tenSeconds, 0, tenSeconds]);
      const waits = await Promise.all(Array.from({ length: 20 }, () => take(2)));
      expect(waits.filter((wait) => wait === 0)).toEqual([]);
      t.clock.advance(6 * tenSeconds);
      const later = await Promise.all(Array.from({ length: 20 }, () => take(2)));
      expect(later.filter((wait) => wait === 0)).toHaveLength(3);
    } finally {
      await t.remove();
    }
  });

  test(`full buckets on ${engine.name} can be forgotten, others not`, async () => {
    const t = await openTestStore(engine, environment);
    try {
      for (let n = 0; n < perMinute; n += 1) await t.store.rateLimits.take('ann');
      await t.store.rateLimits.deleteFull(new AbortController().signal);
      expect(await t.store.rateLimits.take('ann')).toBeGreaterThan(0);
    } finally {
      await t.remove();
    }
  });

  if (engine.name === 'sqlite') continue;
  test(`processes on ${engine.name} share the buckets`, async () => {
    const t = await openTestStore(engine, environment);
    const other = await t.open();
    try {
      const stores = [t.store, other];
      const waits = [];
      for (let n = 0; n < 2 * perMinute; n += 1) waits.push(await stores[n % 2]?.rateLimits.take('ann'));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(perMinute);
    } finally {
      await other.close();
      await t.remove();
    }
  });
}
