// What test files share in a run: one PostgreSQL and one PgBouncer, Chromium and the console, each made ready once. The tests find them by
// variables of the environment.
import { join } from 'node:path';
import { buildTestConsole, builtConsoleVariable } from './built-console.ts';
import { chromiumVariable, prepareChromium } from './chromium.ts';
import { pgbouncerPortVariable, startPgbouncer } from './pgbouncer.ts';
import { createModel, modelVariable, sharedPortVariable, startSharedPostgres } from './postgres.ts';

export interface Prepared {
  stop(): Promise<void>;
}

/** Prepares what these files may need, with all of its files in a folder. */
export async function prepare(directory: string, files: readonly string[]): Promise<Prepared> {
  const chromium = files.some((file) => file.endsWith('.browser.test.ts'))
    ? prepareChromium(join(directory, 'chromium'))
    : undefined;
  const builtConsole = files.some((file) => file.startsWith('console/'))
    ? buildTestConsole(join(directory, 'console'))
    : undefined;
  process.env[modelVariable] = await createModel();
  const postgres = await startSharedPostgres();
  const postgresUrl = postgres.url('postgres');
  process.env[sharedPortVariable] = new URL(postgresUrl).port;
  const pgbouncer = await startPgbouncer(postgresUrl);
  if (chromium) process.env[chromiumVariable] = JSON.stringify(await chromium);
  if (builtConsole) process.env[builtConsoleVariable] = JSON.stringify(await builtConsole);
  if (pgbouncer) process.env[pgbouncerPortVariable] = String(pgbouncer.port);
  return {
    async stop() {
      await pgbouncer?.stop();
      await postgres.stop();
    },
  };
}
