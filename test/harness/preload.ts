// Runs before every test file: it gives property tests the seed of the run, and ends the shared servers after the last one.
import { afterAll } from 'bun:test';
import fc from 'fast-check';
import { runStepsAfterTests } from './end-of-tests.ts';
import { stopPgbouncer } from './pgbouncer.ts';
import { stopSharedPostgres } from './postgres.ts';
import { removeOwnCopy } from './postgres-programs.ts';
import { seed } from './seeded.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

afterAll(async () => {
  await runStepsAfterTests();
  await stopPgbouncer();
  await stopSharedPostgres();
  removeOwnCopy();
}, 30_000);
