// Token buckets of players, on each engine through the port, and shared by all processes on one database server.
import { expect, test } from 'bun:test';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { signal } from './shared.ts';

const perMinute = 6;
const tenSeconds = 10_000;
const options = {
  engines: enginesAndPooler,
  environment: { RATE_LIMIT_PER_MINUTE: String(perMinute) },
  isShared: true,
};

describeStores('token buckets', options, (t, engine) => {
  const take = (playerId: string, amount?: number) => t.store.rateLimits.take(playerId, amount);
  const isNow = (wait: number | Promise<number>) => wait === 0;

  test('give the tokens of a minute at once, then one after the other', async () => {
    const takeAll = async () => {
      for (let n = 0; n < perMinute; n += 1) expect([n, await take('ann')]).toEqual([n, 0]);
      expect(await take('ann')).toBe(tenSeconds);
    };
    await takeAll();
    t.clock.advance(4_000);
    expect(await take('ann')).toBe(6_000);
    t.clock.advance(6_000);
    expect([await take('ann'), await take('ann'), await take('bob')]).toEqual([0, tenSeconds, 0]);
    t.clock.advance(3_600_000);
    await takeAll();
    // Full buckets can be forgotten, others not.
    await t.store.rateLimits.deleteFull(signal);
    expect(await take('ann')).toBe(tenSeconds);
  });

  test('give concurrent takes as many tokens as there are', async () => {
    const waits = await Promise.all(Array.from({ length: 90 }, (_, n) => take(`one of three ${n % 3}`)));
    for (const player of [0, 1, 2]) {
      const own = waits.filter((_, n) => n % 3 === player);
      expect(own.map(isNow)).toEqual(own.map((_, n) => n < perMinute));
    }
  });

  test('give a call all the tokens that it wants, or none', async () => {
    const ask = async (...amounts: number[]) => {
      const waits = [];
      for (const amount of amounts) waits.push(await take('cid', amount));
      return waits;
    };
    const askAtOnce = async () =>
      (await Promise.all(Array.from({ length: 20 }, () => take('cid', 2)))).filter(isNow).length;
    expect(await ask(4, 3, 2)).toEqual([0, tenSeconds, 0]);
    expect(await ask(1, 2)).toEqual([tenSeconds, 2 * tenSeconds]);
    t.clock.advance(tenSeconds);
    expect(await ask(2, 1, 1)).toEqual([tenSeconds, 0, tenSeconds]);
    t.clock.advance(6 * tenSeconds);
    // More than a full bucket holds.
    expect(await ask(100, 100)).toEqual([0, 6 * tenSeconds]);
    t.clock.advance(5 * tenSeconds);
    expect(await ask(100, 5, 1)).toEqual([tenSeconds, 0, tenSeconds]);
    expect(await askAtOnce()).toBe(0);
    t.clock.advance(6 * tenSeconds);
    expect(await askAtOnce()).toBe(3);
  });

  test.skipIf(engine.name === 'sqlite')('are shared by processes', async () => {
    const other = await t.open();
    const waits = [];
    for (let n = 0; n < 2 * perMinute; n += 1)
      waits.push(await (n % 2 ? t.store : other).rateLimits.take('dan'));
    expect(waits.filter(isNow)).toHaveLength(perMinute);
    await other.close();
  });
});
