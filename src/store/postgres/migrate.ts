// Brings the database to the newest schema: numbered migrations, each applied once, all in one transaction under an
// advisory lock, so that processes that start together migrate once.
import type { SQL } from 'bun';
import type { Log } from '../../lib/log.ts';
import { StoreUnusable } from '../ports/store.ts';
import { migrations } from './migrations.ts';

/** Any number will do, as long as nothing else in the database uses it. */
const lock = 7_529_361_041;

/** Processes that start together wait for each other for less; that is nothing to tell. */
const quietMilliseconds = 2_000;

/**
 * @param log is told when another process has to be waited for, which may take as long as its migration.
 * @returns the numbers of the migrations that were applied now.
 * @throws StoreUnusable when the database is newer than this program, or cannot keep every text.
 */
export function migrate(sql: SQL, log?: Log): Promise<number[]> {
  return sql.begin(async (transaction) => {
    await assertUtf8(transaction);
    const told = setTimeout(
      () => log?.warn('another process brings the database to its schema; waiting for it'),
      quietMilliseconds,
    );
    try {
      await transaction.unsafe('SELECT pg_advisory_xact_lock($1::bigint)', [lock]);
    } finally {
      clearTimeout(told);
    }
    await transaction.unsafe('CREATE TABLE IF NOT EXISTS playkeep_schema (version int NOT NULL)');
    const reached = await schemaVersion(transaction);
    assertNotNewer(reached, migrations.length);
    const applied = migrations.map((_, index) => index + 1).slice(reached);
    for (const migration of migrations.slice(reached)) await transaction.unsafe(migration);
    if (applied.length > 0) {
      await transaction.unsafe('DELETE FROM playkeep_schema');
      await transaction.unsafe('INSERT INTO playkeep_schema (version) VALUES ($1::int)', [migrations.length]);
    }
    return applied;
  }) as Promise<number[]>;
}

/** @throws StoreUnusable unless the database is at exactly the schema that this program knows. */
export async function assertNewestSchema(sql: SQL): Promise<void> {
  await assertUtf8(sql);
  const newest = migrations.length;
  const [table] = await sql.unsafe(`SELECT to_regclass('playkeep_schema') IS NOT NULL AS "exists"`);
  const reached = table.exists ? await schemaVersion(sql) : 0;
  assertNotNewer(reached, newest);
  if (reached < newest) {
    throw new StoreUnusable(
      `the database is at schema ${reached}, this program needs ${newest}; run playkeep migrate`,
    );
  }
}

/** In another encoding some texts are refused when they are written, and others come back as bytes that are none. */
async function assertUtf8(sql: SQL): Promise<void> {
  const [row] = await sql.unsafe("SELECT current_setting('server_encoding') AS encoding");
  if (row?.encoding === 'UTF8') return;
  throw new StoreUnusable(
    `the database's encoding is ${row?.encoding}, in which not every text can be kept; make one with ` +
      "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0",
  );
}

async function schemaVersion(sql: SQL): Promise<number> {
  const [row] = await sql.unsafe('SELECT max(version) AS version FROM playkeep_schema');
  return Number(row?.version ?? 0);
}

function assertNotNewer(reached: number, known: number): void {
  if (reached <= known) return;
  throw new StoreUnusable(
    `the database is at schema ${reached}, newer than this program knows (${known}); upgrade Playkeep`,
  );
}
