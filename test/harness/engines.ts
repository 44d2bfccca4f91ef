// The engines that tests loop over. Each brings a fresh, empty database and the setting that names it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../src/config/settings.ts';
import { citusUrl, createCitusDatabase } from './citus.ts';
import { isNightly } from './nightly.ts';
import { createPostgresDatabase, type TestPostgresDatabase } from './postgres.ts';

export interface TestDatabase {
  readonly environment: Environment;
  /** A folder of its own, for other files of a test. */
  readonly directory: string;
  remove(): Promise<void>;
}

export interface TestEngine {
  readonly name: string;
  /** A text that this database refuses to store. No request can contain it. */
  readonly refusedText: string;
  /** True on Citus. The tables are distributed where they are migrated: no command but `migrate --distribute` does that. */
  readonly isDistributed: boolean;
  create(options?: { readonly migrated: boolean }): Promise<TestDatabase>;
}

export type TemporaryDirectory = ReturnType<typeof temporaryDirectory>;

/** It is removed by `remove`, or at the end of a block with `using`. */
export function temporaryDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-test-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  return { directory, remove, [Symbol.dispose]: remove };
}

export const sqlite: TestEngine = {
  name: 'sqlite',
  isDistributed: false,
  refusedText: Symbol('not bindable') as unknown as string,
  async create() {
    const { directory, remove } = temporaryDirectory();
    const environment = { DATABASE_URL: `sqlite:${join(directory, 'playkeep.db')}` };
    return { directory, environment, remove: async () => remove() };
  },
};

type Create = (options?: { readonly migrated: boolean }) => Promise<TestPostgresDatabase>;

/** On a machine that is busy or stands still for a moment a statement must not be given up. Tests of time-outs set their own. */
export const patientTimeoutMilliseconds = '10000';

/** @param settings beside those that name the database */
export const onServer = (
  name: string,
  isDistributed: boolean,
  createDatabase: Create,
  settings: Environment = {},
): TestEngine => ({
  name,
  isDistributed,
  refusedText: '\u0000',
  async create(options) {
    const { directory, remove } = temporaryDirectory();
    const { url, drop } = await createDatabase(options);
    return {
      directory,
      environment: {
        DATABASE_URL: url,
        DATABASE_POOL_SIZE: '4',
        DATABASE_TIMEOUT_MILLISECONDS: patientTimeoutMilliseconds,
        ...settings,
      },
      async remove() {
        await drop();
        remove();
      },
    };
  },
});

export const postgres: TestEngine = onServer('postgres', false, createPostgresDatabase);
export const citus: TestEngine = onServer('citus', true, createCitusDatabase);

/** The engines of the tests that compare engines, and of the store's promises. Citus is among them where there is a cluster. */
export const allEngines: readonly TestEngine[] =
  citusUrl === undefined ? [sqlite, postgres] : [sqlite, postgres, citus];

/**
 * The engines of all other tests: SQLite, and all of them in the nightly run. `TEST_ENGINES=postgres` or `TEST_ENGINES=postgres,citus`
 * names others.
 */
export const engines: readonly TestEngine[] = chooseEngines(process.env.TEST_ENGINES);

function chooseEngines(names: string | undefined): readonly TestEngine[] {
  if (names === undefined) return isNightly ? allEngines : [sqlite];
  return names.split(',').map((name) => {
    const engine = allEngines.find((each) => each.name === name);
    if (engine === undefined) throw new Error(`TEST_ENGINES names ${name}, which is not there`);
    return engine;
  });
}
