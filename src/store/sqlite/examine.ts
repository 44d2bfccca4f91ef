// The examination of a database file before it is opened for writing. SQLite would make a new database of an empty file, discard
// a log whose database is missing, and write the log into a file that is refused afterwards. A refused file stays as it is.
import { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { SQLITE_LOCK_TIMEOUT_MILLISECONDS } from '../../limits.ts';
import { StoreUnusable } from '../ports/errors.ts';
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

/** Examines the schema read-only: closing a connection that may write would move the log into the file and delete it. */
function examineReadOnly(path: string): void {
  const db = new Database(path, { readonly: true, strict: true });
  try {
    db.run(`PRAGMA busy_timeout = ${SQLITE_LOCK_TIMEOUT_MILLISECONDS}`);
    // In one snapshot, since another process may be creating the tables.
    db.transaction(() => reachedSchema(db))();
  } catch (error) {
    // Another process works with the file, so the file can be opened. Opening it reports any other fault.
    if (!isLocked(error)) throw error;
  } finally {
    db.close();
  }
}

/**
 * A clean shutdown removes -shm first and then -wal, and a start makes them in the other order. So -shm is alone only when -wal
 * was removed by hand. This is checked twice, since another process may start in between.
 */
function lacksLog(path: string): boolean {
  return !existsSync(`${path}-wal`) && existsSync(`${path}-shm`) && !existsSync(`${path}-wal`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
