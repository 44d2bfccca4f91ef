// `playkeep migrate --plan`: it names what the migrations do, changes nothing, and what it says of locks and rewriting is what
// PostgreSQL does.
import { afterEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { migrations as postgresMigrations } from '../../../../src/store/postgres/migrations.ts';
import { aboutOf, planMigrations, statementsOf } from '../../../../src/store/shared/migration-effects.ts';
import { newestSchema, pendingMigrations } from '../../../../src/store/shared/migration-numbers.ts';
import { migrations as sqliteMigrations } from '../../../../src/store/sqlite/migrations.ts';
import { atRelease, originOf, release } from '../../../fixtures/release.ts';
import { runCommand } from '../../../harness/command.ts';
import { allEngines, postgres, sqlite, type TestDatabase } from '../../../harness/engines.ts';
import { rawDatabase } from '../../../harness/raw-database.ts';

let database: TestDatabase;
afterEach(() => database.remove());

const newest = { sqlite: newestSchema(sqliteMigrations), postgres: newestSchema(postgresMigrations) };
const plan = (...args: string[]) => runCommand(['migrate', '--plan', ...args], database.environment);

for (const engine of allEngines.filter(({ isDistributed }) => !isDistributed)) {
  const origin = originOf(engine);
  describe(`the plan of a migration on ${engine.name}`, () => {
    test('says what is to come after the oldest release, and changes nothing', async () => {
      database = await atRelease(engine).create();
      const schema = release.schema[origin];
      const [first, second] = [await plan(), await plan()];
      expect(first).toEqual(second);
      expect([first.status, first.stderr]).toEqual([0, '']);
      const numbers = [...first.stdout.matchAll(/^(\d{4}) [A-Z].*\.$/gm)].map(([, number]) => Number(number));
      const expected = Array.from({ length: newest[origin] - schema }, (_, index) => schema + 1 + index);
      expect(numbers).toEqual(expected);
      expect(first.stdout).toContain(`at schema ${schema}, this program needs ${newest[origin]}: `);
      expect(first.stdout).toEndWith('nothing was changed\n');
      const { stdout } = await runCommand(['migrate'], database.environment);
      expect(stdout).toBe(`applied migrations: ${expected.join(', ')}\n`);
      expect((await plan()).stdout).toBe(
        `the schema is up to date (${newest[origin]})\nnothing was changed\n`,
      );
    });

    test('says of an empty database that the baseline comes first', async () => {
      database = await engine.create({ migrated: false });
      const { stdout } = await plan();
      expect(stdout).toContain('the database is at schema 0, ');
      expect(stdout).toMatch(/^(\d{4}) The tables of version 0\.2\.0, .*\.\n {5}- makes /m);
      expect(stdout).not.toContain('wait until the commit');
    });

    test('counts the rows that are read, and estimates a time from them', async () => {
      database = await atRelease(engine).create();
      const tables = rawDatabase(database.environment);
      const [series, id] =
        origin === 'sqlite'
          ? [
              'WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 30000)',
              "printf('%032d', n)",
            ]
          : ['WITH n AS (SELECT generate_series(1, 30000) AS n)', "lpad(n::text, 32, '0')::uuid"];
      await tables.run(
        `${series} INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason)
         SELECT 1, n, ${id}, 1, 'stopped' FROM n`,
      );
      const [{ rows } = {}] = await tables.run('SELECT count(*) AS rows FROM ended_sessions');
      await tables.close();
      const { stdout } = await plan();
      const shown = new Intl.NumberFormat('en').format(Number(rows));
      expect(stdout).toMatch(
        new RegExp(`makes the index ended_sessions_ended_at on ended_sessions, and reads ${shown} rows`),
      );
      expect(stdout).toContain('estimated from the rows that are read, at ');
      expect(stdout).toContain('no table is rewritten');
      expect(stdout).toContain(
        origin === 'sqlite' ? 'every write waits, and reads go on' : 'writes to ended_sessions wait until',
      );
    });

    test('refuses a database that is newer', async () => {
      database = await engine.create();
      await runCommand(['migrate'], database.environment);
      const tables = rawDatabase(database.environment);
      await tables.run(
        origin === 'sqlite' ? 'PRAGMA user_version = 99' : 'UPDATE playkeep_schema SET version = 99',
      );
      await tables.close();
      const { status, stdout, stderr } = await plan();
      expect([status, stdout, stderr]).toEqual([
        1,
        '',
        expect.stringContaining('newer than this program knows'),
      ]);
    });
  });
}

test('the history gets its index before the metadata is locked', () => {
  const [supportDesk] = planMigrations(pendingMigrations(postgresMigrations, release.schema.postgres));
  const statements = supportDesk?.statements ?? [];
  const reads = statements.findIndex(({ table, readsRows }) => readsRows && table === 'ended_sessions');
  const locks = statements.findIndex(({ table, blocks }) => blocks === 'everything' && table !== undefined);
  expect(reads).toBeGreaterThanOrEqual(0);
  expect(reads).toBeLessThan(locks);
});

test('the plan for a file that is not there makes none', async () => {
  database = await sqlite.create();
  const { status, stdout } = await plan();
  expect([status, stdout]).toEqual([0, expect.stringContaining('is at schema 0')]);
  expect(existsSync(join(database.directory, 'playkeep.db'))).toBe(false);
  const distributed = await plan('--distribute');
  expect([distributed.status, distributed.stderr]).toEqual([
    1,
    expect.stringContaining('cannot be distributed'),
  ]);
});

test('the plan of a distribution names the tables and their rows', async () => {
  database = await atRelease(postgres).create();
  const { status, stdout } = await plan('--distribute');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^distributes metadata: 7 rows, /m);
  expect(stdout).toMatch(/^distribution: less than a second, .* answers 503 /m);
});

test('a statement of an unknown kind fails', async () => {
  database = await sqlite.create();
  expect(() => planMigrations([{ number: 1, sql: '-- A.\nVACUUM FULL metadata;' }])).toThrow('unknown kind');
  expect(aboutOf('-- One\n-- sentence. Another.\nSELECT 1;')).toBe('One sentence.');
});

interface Relation {
  readonly oid: number;
  readonly name: string;
  readonly file: number;
}

interface Lock {
  readonly oid: number;
  readonly mode: string;
}

test('PostgreSQL locks and rewrites what the plan says', async () => {
  database = await atRelease(postgres).create();
  const sql = new SQL(database.environment.DATABASE_URL ?? '', { max: 1, prepare: false });
  const listTables = async (): Promise<Relation[]> =>
    sql.unsafe(
      `SELECT oid::int, relname AS name, relfilenode::int AS file FROM pg_class
       WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
    );
  let seen = 0;
  for (const migration of pendingMigrations(postgresMigrations, release.schema.postgres)) {
    const planned = planMigrations([migration])[0]?.statements ?? [];
    const before = new Map((await listTables()).map((each) => [each.oid, each]));
    for (const [index, statement] of statementsOf(migration.sql).entries()) {
      const { table, blocks, rewrites, words } = planned[index] ?? {};
      await sql.unsafe('BEGIN');
      await sql.unsafe(statement);
      const locks: Lock[] = await sql.unsafe(
        'SELECT relation::int AS oid, mode FROM pg_locks WHERE pid = pg_backend_pid() AND relation IS NOT NULL',
      );
      const files = await listTables();
      await sql.unsafe('COMMIT');
      for (const { oid, name, file } of before.values()) {
        const modes = locks.filter((lock) => lock.oid === oid).map(({ mode }) => mode);
        if (modes.length === 0) continue;
        seen += 1;
        const weaker = modes.includes('ShareLock') ? 'writes' : 'nothing';
        const strongest = modes.includes('AccessExclusiveLock') ? 'everything' : weaker;
        // A partition is locked with its table.
        const expected = name === table || name.startsWith(`${table}_`) ? blocks : 'nothing';
        expect([words, name, strongest]).toEqual([words, name, expected]);
        const isAnew = files.find((each) => each.oid === oid)?.file !== file;
        expect([words, name, isAnew]).toEqual([words, name, name === table && rewrites === true]);
      }
    }
  }
  expect(seen).toBeGreaterThan(10);
  await sql.close();
});
