// Runs before every test file, and ends the shared servers after the last one.
import { afterAll } from 'bun:test';
import { stopPgbouncer } from './pgbouncer.ts';
import { stopSharedPostgres } from './postgres.ts';
import { removeOwnCopy } from './postgres-programs.ts';

afterAll(async () => {
  await stopPgbouncer();
  await stopSharedPostgres();
  removeOwnCopy();
}, 30_000);
