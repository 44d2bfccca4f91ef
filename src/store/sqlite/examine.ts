// What is looked at before a database file is opened for writing: SQLite would make a new database of an empty file, throw
// away a log whose database is missing, and write the log into a file that is then refused. What is refused stays as it is.
import { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { SQLITE_LOCK_TIMEOUT_MILLISECONDS } from '../../limits.ts';
import { StoreUnusable } from '../ports/store.ts';
import { isLocked } from './fault.ts';
import { reachedSchema } from './migrate.ts';

/** @throws StoreUnusable, or SQLite's own error. */
export function examine(path: string): void {
  const log = `${path}-wal`;
  const hasLog = sizeOf(log) > 0;
  const isEmpty = sizeOf(path) === 0;
  if (hasLog && isEmpty) {
    throw new StoreUnusable(
      `the file is ${existsSync(path) ? 'empty' : 'missing'}, but ${basename(log)} beside it holds saves; put the file back, or remove both to begin anew`,
    );
  }
  if (!isEmpty && lacksLog(path)) {
    throw new StoreUnusable(
      `${basename(log)} is missing, though the service did not end in order: the last saves are in it; put it back, or remove ${basename(path)}-shm to go on without them`,
    );
  }
  if (hasLog && !isEmpty) examineReadOnly(path);
}

/** Closing a connection that may write would put the log into the file and remove it, whatever is wrong with the file. */
function examineReadOnly(path: string): void {
  const db = new Database(path, { readonly: true, strict: true });
  try {
    db.run(`PRAGMA busy_timeout = ${SQLITE_LOCK_TIMEOUT_MILLISECONDS}`);
    // As of one moment: another process may be making the tables.
    db.transaction(() => reachedSchema(db))();
  } catch (error) {
    // Another process works with it, so it is one that can be opened; what is still wrong is told by the opening.
    if (!isLocked(error)) throw error;
  } finally {
    db.close();
  }
}

/**
 * An orderly end removes -shm first and then -wal, and a start makes them the other way round, so only a hand from outside
 * leaves -shm alone. Looked at twice, since another process may start in between.
 */
function lacksLog(path: string): boolean {
  return !existsSync(`${path}-wal`) && existsSync(`${path}-shm`) && !existsSync(`${path}-wal`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
