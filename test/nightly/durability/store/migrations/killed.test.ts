// A migration whose process or whose database is killed: nothing of it stays, and the next one brings the same data to the newest schema.
import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SQL } from 'bun';
import { applyDump, atRelease, originOf, readAnswers, release } from '../../../../fixtures/release.ts';
import { manualClock } from '../../../../harness/clock.ts';
import { runCommand } from '../../../../harness/command.ts';
import {
  postgres,
  sqlite,
  type TestDatabase,
  type TestEngine,
  temporaryDirectory,
} from '../../../../harness/engines.ts';
import { untilLockWait } from '../../../../harness/lock-waits.ts';
import { amount } from '../../../../harness/nightly.ts';
import { startPostgres } from '../../../../harness/postgres.ts';
import { runProgram } from '../../../../harness/process.ts';
import { programCommand } from '../../../../harness/program.ts';
import { rawDatabase } from '../../../../harness/raw-database.ts';
import { seed, seeded } from '../../../../harness/seeded.ts';
import { startService } from '../../../../harness/service.ts';
import { until } from '../../../../harness/until.ts';
import { expectAnswers } from '../../../../store/migrations/answers.ts';

const databaseKills = amount(3, 60);

let database: TestDatabase;
afterEach(() => database.remove());

async function create(engine: TestEngine): Promise<void> {
  database = await atRelease(engine).create();
}

/** Every object of the database with its definition, the reached schema, and the number of rows of each table. */
async function describeDatabase(engine: TestEngine): Promise<unknown> {
  const tables = rawDatabase(database.environment);
  const isSqlite = engine.name === 'sqlite';
  const objects = isSqlite
    ? await tables.run('SELECT name, sql FROM sqlite_schema ORDER BY name')
    : await tables.run(
        `SELECT table_name, column_name, data_type, column_default FROM information_schema.columns
         WHERE table_schema = 'public' ORDER BY 1, 2`,
      );
  const indexes = isSqlite ? [] : await tables.run('SELECT indexdef FROM pg_indexes ORDER BY 1');
  const version = await tables.run(isSqlite ? 'PRAGMA user_version' : 'SELECT version FROM playkeep_schema');
  // A crash of PostgreSQL empties the table of rate limits, which is not logged.
  const names = (await tables.tables()).filter((name) => name !== 'rate_limits').toSorted();
  const rows = [];
  for (const name of names) rows.push(...(await tables.run(`SELECT count(*) AS rows FROM ${name}`)));
  await tables.close();
  return { objects, indexes, version, names, rows };
}

/** Starts a service on the database, which migrates it, and expects what the release answered. */
async function expectWhole(engine: TestEngine): Promise<void> {
  const origin = originOf(engine);
  const created = { ...database, remove: async () => undefined };
  const service = await startService({
    engine: { ...engine, create: async () => created },
    clock: manualClock(readAnswers(origin).openedAt),
  });
  await expectAnswers(service, origin);
  await service.stop();
}

describe('a migration of SQLite that is killed', () => {
  const runner = join(import.meta.dir, '../../../../harness/kill-in-migration.ts');

  test('before each of its statements, leaves the file as it was', async () => {
    await create(sqlite);
    const before = await describeDatabase(sqlite);
    for (let at = 1; ; at += 1) {
      const environment = { ...database.environment, KILL_AT: String(at) };
      const { status, stdout } = await runProgram(['migrate'], environment, database.directory, {
        program: runner,
      });
      if (status === 0) {
        expect(stdout).toStartWith(`applied migrations: ${release.schema.sqlite + 1}, `);
        expect(at).toBeGreaterThan(4);
        break;
      }
      expect(status).toBe(137);
      expect(await describeDatabase(sqlite)).toEqual(before);
    }
    await expectWhole(sqlite);
  }, 180_000);
});

describe('a migration of PostgreSQL that is killed', () => {
  // Tables on which the migrations wait for a lock, with others before it done by then.
  for (const table of ['metadata', 'console_sessions']) {
    test(`while it waits for ${table}, leaves the database as it was`, async () => {
      await create(postgres);
      const before = await describeDatabase(postgres);
      const url = database.environment.DATABASE_URL ?? '';
      const holder = new SQL(url, { max: 1, prepare: false });
      const reserved = await holder.reserve();
      await reserved.unsafe('BEGIN');
      await reserved.unsafe(`LOCK TABLE ${table} IN ACCESS SHARE MODE`);
      const child = Bun.spawn([...programCommand(), 'migrate'], {
        ...{ cwd: database.directory, env: { PATH: process.env.PATH, ...database.environment } },
        ...{ stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
      });
      const watcher = new SQL(url, { max: 1, prepare: false });
      const waiting = () =>
        watcher.unsafe(
          `SELECT pid, query FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%${table}%'`,
        );
      await until(async () => (await waiting()).length > 0);
      const [waiter] = await waiting();
      expect(waiter?.query).toContain('ALTER TABLE');
      child.kill('SIGKILL');
      await child.exited;
      await reserved.unsafe('COMMIT');
      reserved.release();
      await holder.close();
      const isThere = async () =>
        (await watcher.unsafe(`SELECT FROM pg_stat_activity WHERE pid = ${waiter.pid}`)).length > 0;
      await until(async () => !(await isThere()));
      await watcher.close();
      expect(await describeDatabase(postgres)).toEqual(before);

      const again = await runCommand(['migrate'], database.environment);
      expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('applied migrations')]);
      await expectWhole(postgres);
    }, 60_000);
  }
});

test(`${databaseKills} kills of PostgreSQL below a migration leave the database as it was, or migrated (SEED=${seed})`, async () => {
  const server = await startPostgres();
  const { directory, remove } = temporaryDirectory();
  const environment = { DATABASE_URL: server.url('postgres'), DATABASE_POOL_SIZE: '4' };
  database = {
    ...{ directory, environment },
    async remove() {
      await server.stop();
      remove();
    },
  };
  const random = seeded(seed);
  const migrate = () => runProgram(['migrate'], environment, directory);
  /** The database anew, as the release left it. */
  const begin = async () => {
    const raw = rawDatabase(environment);
    await raw.run('DROP SCHEMA public CASCADE');
    await raw.run('CREATE SCHEMA public');
    await raw.close();
    await applyDump(database, 'postgres');
  };
  /** Waits until a migration has written something. It may end before that is seen. */
  const writing = async (migration: ReturnType<typeof migrate>) => {
    let hasEnded = false;
    const ended = () => {
      hasEnded = true;
    };
    void migration.then(ended, ended);
    const raw = rawDatabase(environment);
    const others = `SELECT FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()`;
    while (!hasEnded && (await raw.run(others)).length === 0) await Bun.sleep(1);
    await raw.close();
  };
  /** Tables that a migration changes, at its beginning, in its middle and late. */
  const migratedTables = ['ended_sessions', 'metadata', 'console_sessions'];
  /** Holds a lock that the migration has to wait for, on a connection of its own. */
  async function hold(table: string): Promise<SQL> {
    const holder = new SQL(environment.DATABASE_URL, { max: 1 });
    const connection = await holder.reserve();
    await connection.unsafe(`BEGIN; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`);
    return Object.assign(connection, { close: () => holder.close() });
  }
  await begin();
  const first = migrate();
  await writing(first);
  const begun = performance.now();
  expect((await first).status).toBe(0);
  const wholeMilliseconds = performance.now() - begun;
  for (let kill = 1; kill <= databaseKills; kill += 1) {
    await begin();
    expect((await migrate()).status).toBe(0);
    const migrated = await describeDatabase(postgres);
    await begin();
    const before = await describeDatabase(postgres);
    // Each second kill comes while the migration waits for a table, so it surely comes before the commit.
    const held = kill % 2 === 1 ? await hold(migratedTables[kill % migratedTables.length] ?? '') : undefined;
    const running = migrate();
    if (held) await untilLockWait(held);
    else {
      await writing(running);
      await Bun.sleep((wholeMilliseconds * random(1_000)) / 2_000);
    }
    await server.killAll();
    await server.restart();
    await held?.close().catch(() => undefined);
    const { status, stdout, stderr } = await running;
    // The program waits for a server that is starting, and then begins again.
    if (held) expect(stdout + stderr).toMatch(/is not ready|^playkeep: /m);
    if (status !== 0) expect([status, stderr]).toEqual([1, expect.stringMatching(/^(?:playkeep: .+\n)+$/)]);
    expect(status === 0 ? [migrated] : [before, migrated]).toContainEqual(await describeDatabase(postgres));
    expect((await migrate()).status).toBe(0);
    await expectWhole(postgres);
  }
}, 1_800_000);
