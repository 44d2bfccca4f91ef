// The migration to standard names, on rows of every form that an older database can hold: idempotency keys answer as the first
// time, and sessions and metadata stay as they were.
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import type { Store } from '../../../../src/store/ports/store.ts';
import { migrations as postgresMigrations } from '../../../../src/store/postgres/migrations.ts';
import { statementsOf } from '../../../../src/store/shared/migration-effects.ts';
import { migrations as sqliteMigrations } from '../../../../src/store/sqlite/migrations.ts';
import { distributeDatabase } from '../../../harness/citus.ts';
import { manualClock } from '../../../harness/clock.ts';
import { allEngines, type TestDatabase } from '../../../harness/engines.ts';
import { openStoreOn, timeoutSeconds } from '../../../harness/store.ts';

const day = 24 * 3_600_000;
const session = '01890000-0000-7000-8000-000000000001';
/** Migrations before the one under test. */
const before = { sqlite: 4, postgres: 7 } as const;
const isPostgres = (database: TestDatabase) => database.environment.DATABASE_URL?.startsWith('postgres');

async function run(database: TestDatabase, statement: string): Promise<Record<string, unknown>[]> {
  const sql = new SQL(database.environment.DATABASE_URL ?? '', { max: 1 });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.close();
  }
}

async function migrateToBefore(database: TestDatabase): Promise<void> {
  if (isPostgres(database)) {
    for (const migration of postgresMigrations.slice(0, before.postgres)) await run(database, migration);
    await run(database, 'CREATE TABLE playkeep_schema (version int NOT NULL)');
    await run(database, `INSERT INTO playkeep_schema (version) VALUES (${before.postgres})`);
    return;
  }
  const db = new Database((database.environment.DATABASE_URL ?? '').replace('sqlite:', ''));
  for (const migration of sqliteMigrations.slice(0, before.sqlite)) db.run(migration);
  db.run(`PRAGMA user_version = ${before.sqlite}`);
  db.close();
}

interface OldKey {
  readonly key: string;
  readonly outcome: unknown;
  readonly createdAt: number;
  readonly brief?: unknown;
  /** On PostgreSQL alone: the `created_at` that the brief outcome belongs to, by default that of the row. */
  readonly briefAt?: number;
}

async function insertKey(database: TestDatabase, row: OldKey): Promise<void> {
  const { key, outcome, createdAt, brief, briefAt = createdAt } = row;
  const columns = ['sequential_id', 'key', 'fingerprint', 'outcome', 'created_at'];
  const values = ['1', `'${key}'`, "'f'", `'${JSON.stringify(outcome)}'`, createdAt];
  if (brief !== undefined) {
    columns.push('brief');
    values.push(`'${JSON.stringify(brief)}'`);
    if (isPostgres(database)) {
      columns.push('brief_at');
      values.push(briefAt);
    }
  }
  await run(database, `INSERT INTO replays (${columns.join(', ')}) VALUES (${values.join(', ')})`);
}

for (const engine of allEngines) {
  describe(`a database from before the standard names on ${engine.name}`, () => {
    let database: TestDatabase;
    const clock = manualClock();
    const now = clock.now();
    beforeEach(async () => {
      database = await engine.create({ migrated: false });
      await migrateToBefore(database);
      const name = isPostgres(database) ? ", 'ann'" : '';
      await run(
        database,
        `INSERT INTO players (sequential_id, player_id, registered_at) VALUES (1, 'ann', ${now})`,
      );
      await run(
        database,
        `INSERT INTO metadata (sequential_id${name && ', player_id'}, text, version, written_in) VALUES (1${name}, '{}', 3, '${session}')`,
      );
    });
    afterEach(() => database.remove());

    async function open(): Promise<Store> {
      const { environment } = database;
      if (engine.isDistributed) await distributeDatabase(environment.DATABASE_URL ?? '');
      return openStoreOn({ ...environment, SESSION_TIMEOUT_SECONDS: String(timeoutSeconds) }, clock);
    }
    const keys = () => run(database, 'SELECT * FROM idempotency_keys ORDER BY key');

    test('answers under each idempotency key as the first time', async () => {
      const whole = { answer: 'whole', version: 3 };
      const brief = { answer: 'brief', version: 3, isBrief: true as const };
      await insertKey(database, { key: 'plain', outcome: whole, createdAt: now });
      await insertKey(database, { key: 'with brief', outcome: whole, createdAt: now, brief });
      await insertKey(database, { key: 'shortened', outcome: brief, createdAt: -now });
      await insertKey(database, { key: 'old', outcome: brief, createdAt: -(now - 2 * day) });
      const reason = { notActive: 'expired' as const, lastActivity: 7 };
      await insertKey(database, { key: 'reason', outcome: 'not-active', createdAt: now, brief: reason });
      await insertKey(database, { key: 'unrecorded', outcome: 'not-active', createdAt: now });
      const store = await open();
      const edit = (key: string) =>
        store.metadata.edit(1, () => ({ answer: 'ran' }), { idempotencyKey: { key, fingerprint: 'f' } });
      const end = (key: string) =>
        store.sessions.end(1, 'stopped', { idempotencyKey: { key, fingerprint: 'f' } });
      expect(await edit('plain')).toEqual(whole);
      expect(await edit('with brief')).toEqual(whole);
      expect(await edit('shortened')).toEqual(brief);
      expect(await end('reason')).toEqual(reason);
      expect(await end('unrecorded')).toEqual({ notActive: 'unrecorded' });
      await store.idempotencyKeys.deleteOld(new AbortController().signal);
      expect((await keys()).map(({ key }) => key)).not.toContain('old');
      expect(await edit('old')).toEqual({ answer: 'ran', version: 3 });
      await store.close();
      const rows = await keys();
      expect(
        rows.map((row) => [row.key, Number(row.created_at), Number(row.is_shortened), row.brief_outcome]),
      ).toEqual([
        ['old', now, 0, null],
        ['plain', now, 0, null],
        ['reason', now, 0, null],
        ['shortened', now, 1, null],
        ['unrecorded', now, 0, null],
        ['with brief', now, 0, JSON.stringify(brief)],
      ]);
    });

    if (engine.name !== 'sqlite') {
      test('loses the parts of an earlier outcome that an older program left', async () => {
        const whole = { answer: 'whole', version: 3 };
        const brief = { answer: 'of an earlier outcome', version: 2, isBrief: true };
        const createdAt = now;
        const briefAt = now - 1;
        await insertKey(database, { key: 'a', outcome: whole, createdAt, brief, briefAt });
        const reason = { notActive: 'expired' };
        await insertKey(database, { key: 'b', outcome: 'not-active', createdAt, brief: reason, briefAt });
        await (await open()).close();
        expect((await keys()).map(({ outcome, brief_outcome }) => [outcome, brief_outcome])).toEqual([
          [JSON.stringify(whole), null],
          ['{"notActive":"unrecorded"}', null],
        ]);
      });
    }

    test('keeps the session of its metadata, and the time of activity by the present clock', async () => {
      await run(
        database,
        `INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, seen_at)
         VALUES (1, '${session}', ${now}, ${now + day}, ${now})`,
      );
      const store = await open();
      expect(await run(database, 'SELECT written_session_id FROM metadata')).toEqual([
        { written_session_id: session },
      ]);
      expect(await store.sessions.find(1)).toMatchObject({ sessionId: session });
      clock.advance(timeoutSeconds * 1_000);
      expect(await store.sessions.find(1)).toMatchObject({ notActive: 'expired' });
      clock.advance(-timeoutSeconds * 1_000);
      await store.close();
    });

    test('has none of the earlier names left', async () => {
      await (await open()).close();
      const names = isPostgres(database)
        ? `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
           UNION ALL SELECT attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace
           UNION ALL SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`
        : 'SELECT name FROM sqlite_schema UNION ALL SELECT info.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS info';
      const found = (await run(database, names)).map(({ name }) => String(name));
      expect(found).toContain('idempotency_keys_created_at');
      expect(found).toContain('written_session_id');
      expect(found.filter((name) => /replays|written_in|^seen_at|^brief$|brief_at/.test(name))).toEqual([]);
    });
  });
}

test('each migration is run statement by statement, and none is left out', () => {
  for (const migration of postgresMigrations) {
    const statements = statementsOf(migration);
    expect(statements.join('')).toBe(migration.trimEnd());
    const withoutComments = migration.replaceAll(/--.*/g, '').replaceAll(/\$\$[^$]*\$\$/g, '');
    expect(statements).toHaveLength(withoutComments.split(';').length - 1);
  }
});
