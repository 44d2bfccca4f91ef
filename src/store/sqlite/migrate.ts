// Brings a database file to the newest schema: numbered migrations, each applied once, all in one transaction under
// the write lock, so that processes that start together migrate once. The number reached is SQLite's `user_version`.
import type { Database } from 'bun:sqlite';
import { StoreUnusable } from '../ports/errors.ts';
import { assertKnownSchema, pendingMigrations } from '../shared/migration-numbers.ts';
import { migrations } from './migrations.ts';

/** @returns the numbers of the migrations that were applied now. */
export function migrate(db: Database): number[] {
  db.run('BEGIN IMMEDIATE');
  try {
    const reached = reachedSchema(db);
    // BEGIN IMMEDIATE succeeds on a read-only file. This write detects one.
    db.run(`PRAGMA user_version = ${reached}`);
    const pending = pendingMigrations(migrations, reached);
    for (const { number, sql } of pending) {
      db.run(sql);
      db.run(`PRAGMA user_version = ${number}`);
    }
    const applied = pending.map(({ number }) => number);
    db.run(applied.length > 0 ? 'COMMIT' : 'ROLLBACK');
    return applied;
  } catch (error) {
    if (db.inTransaction) db.run('ROLLBACK');
    throw error;
  }
}

/**
 * The number of the schema that a database has.
 * @throws StoreUnusable when this program cannot bring it to the newest.
 */
export function reachedSchema(db: Database): number {
  const reached = versionOf(db);
  assertKnownSchema(reached, migrations);
  if (reached === 0 && hasTables(db)) {
    throw new StoreUnusable('the file is a SQLite database of another program');
  }
  return reached;
}

function versionOf(db: Database): number {
  return db.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
}

function hasTables(db: Database): boolean {
  return db.query('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== null;
}
