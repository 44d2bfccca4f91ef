// Runs before every test file, and ends the shared servers after the last one.
import { afterAll } from 'bun:test';
import { runStepsAfterTests } from './end-of-tests.ts';
import { stopPgbouncer } from './pgbouncer.ts';
import { stopSharedPostgres } from './postgres.ts';
import { removeOwnCopy } from './postgres-programs.ts';

afterAll(async () => {
  await runStepsAfterTests();
  await stopPgbouncer();
  await stopSharedPostgres();
  removeOwnCopy();
}, 30_000);
