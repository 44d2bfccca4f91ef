// Runs before every test file: what is shared between them is ended when the last one is done.
import { afterAll } from 'bun:test';
import { stopSharedPostgres } from './postgres.ts';

afterAll(stopSharedPostgres, 30_000);
