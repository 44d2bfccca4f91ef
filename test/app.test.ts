// Failures in the composition root: the store is always closed, and the failure is reported.
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { SQL } from 'bun';
import { type App, startApp } from '../src/app.ts';
import type { Config } from '../src/config/config.ts';
import { type Clock, systemClock } from '../src/lib/clock.ts';
import { createLog } from '../src/lib/log.ts';
import { PRUNE_INTERVAL_SECONDS } from '../src/tuning.ts';
import { postgres, type TestDatabase } from './harness/engines.ts';
import { testConfig } from './harness/service.ts';
import { until } from './harness/until.ts';

setDefaultTimeout(60_000);

let database: TestDatabase;
let config: Config;
let operator: SQL;
beforeEach(async () => {
  database = await postgres.create();
  config = testConfig(database.environment);
  operator = new SQL(database.environment.DATABASE_URL ?? '', { max: 1 });
});
afterEach(async () => {
  await operator.close();
  await database.remove();
});

const start = (changed: Config, clock: Clock): Promise<App> =>
  startApp(changed, { clock, log: createLog({ level: 'silent', production: true }) });

/** Waits until the store has connections, or has none: PostgreSQL ends a connection after its client. */
const untilConnections = (expected: boolean) =>
  until(async () => {
    const { length } = await operator.unsafe(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'playkeep'",
    );
    return length > 0 === expected;
  });

test('a start that fails after the store was opened closes it', async () => {
  const tokens = { ...config.tokens, cacheMaxBytes: Number.NaN };
  await expect(start({ ...config, tokens }, systemClock)).rejects.toThrow();
  await untilConnections(false);
});

test('a failing step of the shutdown does not keep the store open, and is reported', async () => {
  const app = await start(config, {
    ...systemClock,
    async sleep(milliseconds, signal) {
      await systemClock.sleep(milliseconds, signal);
      if (signal?.aborted && milliseconds > PRUNE_INTERVAL_SECONDS * 500)
        throw new Error('the job does not end');
    },
  });
  await untilConnections(true);
  await expect(app.stop()).rejects.toThrow('the job does not end');
  await untilConnections(false);
});
