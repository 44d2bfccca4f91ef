// The end of a process: its endpoints pass to others before its last requests are answered.
import { expect, test } from 'bun:test';
import { manualClock } from '../harness/clock.ts';
import { sqlite } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';
import { until } from '../harness/until.ts';

test('a process that drains has let go of its endpoints', async () => {
  const clock = manualClock();
  // The time of the drain passes by hand.
  const still = Object.defineProperties({}, Object.getOwnPropertyDescriptors(clock));
  Object.assign(still, { passUntil: <T>(promise: Promise<T>) => promise });
  const environment = { EVENTS: 'players', NODE_ENV: 'production', HOST: '127.0.0.1' };
  const service = await startService({ engine: sqlite, environment, clock: still as typeof clock });
  const { token } = await createTestKey(service);
  const other = await openStoreOn(service.database.environment, clock);
  const claimed = async () => (await other.webhooks.claim('other')).length;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ url: 'https://example.com/', types: ['player.registered'] });
  await service.call('POST', '/api/server/webhooks', { token, headers, body });
  await clock.pass(10_000);
  expect(await claimed()).toBe(0);
  let hasEnded = false;
  const stopping = service.stop().then(() => {
    hasEnded = true;
  });
  await until(async () => (await claimed()) === 1);
  expect(hasEnded).toBe(false);
  await other.close();
  await clock.passUntil(stopping);
});
