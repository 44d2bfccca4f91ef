// Databases that hold the demo's world, for tests of pages that need many players with a past.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoIndexes, fillStore } from '../../src/demo/fill-store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import type { TestEngine } from './engines.ts';
import { testConfig } from './service.ts';

/** The engine with databases that are filled up to now, and the settings that the demo has. */
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
    const runtime = { clock: systemClock, log: createLog({ level: 'silent', production: true }) };
    await fillStore(testConfig(environment), runtime, { now: systemClock.now(), players });
    return { ...database, environment };
  },
});
