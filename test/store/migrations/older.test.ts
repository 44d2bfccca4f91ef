// A database from before the oldest release: the start and every command refuse it with a sentence that names the commit to pass
// through, and leave it as it was.
import { afterEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyDump, originOf, release } from '../../fixtures/release.ts';
import { manualClock } from '../../harness/clock.ts';
import { runCommand } from '../../harness/command.ts';
import { allEngines, sqlite, type TestDatabase, type TestEngine } from '../../harness/engines.ts';
import { rawDatabase } from '../../harness/raw-database.ts';
import { openStoreOn } from '../../harness/store.ts';
import { readCatalog } from './catalog.ts';

let database: TestDatabase;
afterEach(() => database.remove());

const isSqlite = (engine: TestEngine): boolean => originOf(engine) === 'sqlite';
const sentence = (schema: number): string =>
  `the database is at schema ${schema}, older than version 0.2.0; run playkeep migrate of version 0.2.0 (commit 68017266) first`;

/** Makes a database whose recorded schema is older, and runs statements on it. */
async function createAt(engine: TestEngine, schema: number, ...statements: string[]): Promise<void> {
  database = await engine.create({ migrated: false });
  await applyDump(database, originOf(engine));
  const tables = rawDatabase(database.environment);
  const record = `${isSqlite(engine) ? 'PRAGMA user_version' : 'UPDATE playkeep_schema SET version'} = ${schema}`;
  for (const statement of [record, ...statements]) await tables.run(statement);
  await tables.close();
}

/** All that the database holds: the bytes of the files, or the catalog and all rows. */
async function readWhole(engine: TestEngine): Promise<unknown> {
  const { directory, environment } = database;
  if (isSqlite(engine)) {
    const files = readdirSync(directory).toSorted();
    return files.map((name) => [name, Bun.hash(readFileSync(join(directory, name)))]);
  }
  const tables = rawDatabase(environment);
  const rows = [];
  for (const name of (await tables.tables()).toSorted())
    rows.push([name, await tables.run(`SELECT t::text FROM ${name} AS t ORDER BY 1`)]);
  await tables.close();
  return [await readCatalog(database), rows];
}

async function expectRefused(engine: TestEngine, schema: number): Promise<void> {
  const before = await readWhole(engine);
  const refusal = expect.stringContaining(sentence(schema));
  const commands = [['migrate'], ['migrate', '--plan'], ['doctor'], ['export', '-'], ['key', 'list']];
  if (isSqlite(engine)) commands.push(['backup', join(database.directory, 'backup.db')]);
  for (const command of commands) {
    const { status, stdout, stderr } = await runCommand(command, database.environment);
    expect([command, status, stdout, stderr]).toEqual([command, 1, '', refusal]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  }
  for (const MIGRATE_ON_START of ['true', 'false']) {
    const opening = openStoreOn({ ...database.environment, MIGRATE_ON_START }, manualClock());
    await expect(opening).rejects.toThrow(sentence(schema));
  }
  expect(await readWhole(engine)).toEqual(before);
}

for (const engine of allEngines) {
  describe(`an older database on ${engine.name}`, () => {
    for (const schema of [1, release.schema[originOf(engine)] - 1]) {
      test(`at schema ${schema} is refused, and stays as it was`, async () => {
        await createAt(engine, schema);
        await expectRefused(engine, schema);
      });
    }
  });
}

test('an older file in the mode of a running service is refused, and stays as it was', async () => {
  await createAt(sqlite, 4, 'PRAGMA journal_mode = WAL');
  await expectRefused(sqlite, 4);
});

test('an older file is no backup to restore', async () => {
  await createAt(sqlite, 4);
  const { directory, environment } = database;
  const target = join(directory, 'restored.db');
  const { status, stderr } = await runCommand(
    ['restore', environment.DATABASE_URL?.replace('sqlite:', '') ?? ''],
    {
      DATABASE_URL: `sqlite:${target}`,
    },
  );
  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence(4))]);
  expect(readdirSync(directory)).toEqual(['playkeep.db']);
});
