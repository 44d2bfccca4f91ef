// Runs before every test file: what is shared between them is ended when the last one is done.
import { afterAll } from 'bun:test';
import { stopPgbouncer } from './pgbouncer.ts';
import { stopSharedPostgres } from './postgres.ts';

afterAll(async () => {
  await stopPgbouncer();
  await stopSharedPostgres();
}, 30_000);
