// Runs before every test file, and ends the shared servers after the last one.
import { afterAll } from 'bun:test';
import { stopPgbouncer } from './pgbouncer.ts';
import { stopSharedPostgres } from './postgres.ts';

afterAll(async () => {
  await stopPgbouncer();
  await stopSharedPostgres();
}, 30_000);
