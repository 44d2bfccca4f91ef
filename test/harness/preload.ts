// Runs before every test file: it gives property tests the seed of the run, ends the shared servers after the last one, and writes
// how long the file took.
import { afterAll } from 'bun:test';
import fc from 'fast-check';
import { createDurations } from './durations.ts';
import { runStepsAfterTests } from './end-of-tests.ts';
import { stopPgbouncer } from './pgbouncer.ts';
import { stopSharedPostgres } from './postgres.ts';
import { removeOwnCopy } from './postgres-programs.ts';
import { seed } from './seeded.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

const durations = createDurations();

afterAll(async () => {
  await runStepsAfterTests();
  await stopPgbouncer();
  await stopSharedPostgres();
  removeOwnCopy();
  durations.end(Bun.main);
}, 30_000);
