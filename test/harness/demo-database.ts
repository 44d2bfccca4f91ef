// Databases that hold the demo's world, for tests of pages that need many players with a past.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoIndexes, fillStore } from '../../src/demo/fill-store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import type { TestEngine } from './engines.ts';
import { testConfig } from './service.ts';

/**
 * The end of the demo's month in these databases. Names, texts and numbers of the demo go with the hour and the weekday of its end, so
 * pages would be other ones at each run. A service with such a database, and a browser before it, take this for the present. It is
 * a new year there, as pages show the year of a date of another year, which is longer.
 */
export const demoTime = Date.parse('2026-01-01T02:30:00.000Z');

/** The engine with databases that are filled, and the settings that the demo has. */
export const withDemo = (engine: TestEngine, players: number): TestEngine => ({
  ...engine,
  async create(options) {
    const database = await engine.create(options);
    const indexes = join(database.directory, 'demo-indexes.json');
    writeFileSync(indexes, JSON.stringify(demoIndexes));
    const environment = {
      ...database.environment,
      METADATA_INDEXES: indexes,
      STATISTICS_CONTEXT: '/platform,/version',
    };
    const clock = { ...systemClock, now: () => demoTime };
    const runtime = { clock, log: createLog({ level: 'silent', production: true }) };
    await fillStore(testConfig(environment), runtime, { now: demoTime, players });
    return { ...database, environment };
  },
});
