// The database file: opened with the settings on which the promises of the engine rest, migrated, and watched in case it is moved
// or deleted under the running process.
import { Database, SQLiteError } from 'bun:sqlite';
import { accessSync, constants, existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makePrivateFolder } from '../../lib/private-folder.ts';
import { SQLITE_LEAST_FREE_BYTES, SQLITE_LOCK_TIMEOUT_MILLISECONDS } from '../../limits.ts';
import { SQLITE_CACHE_KIBIBYTES } from '../../tuning.ts';
import { StoreUnusable } from '../ports/errors.ts';
import { assertSchema } from '../shared/migration-numbers.ts';
import { findDiskSpace } from './disk-space.ts';
import { examine } from './examine.ts';
import { describeFault, isLocked } from './fault.ts';
import { noteNewFile } from './lineage.ts';
import { migrate, reachedSchema } from './migrate.ts';
import { migrations } from './migrations.ts';

export interface OpenedDatabase {
  readonly db: Database;
  /** The numbers of the migrations applied now. */
  readonly applied: readonly number[];
  /** True while the file is still the one under its path. Writes to a deleted or renamed file would be lost. */
  readonly isInPlace: () => boolean;
  /** Why a write would fail, to end a sentence with; undefined when one would work. It asks the file system alone. */
  readonly findWriteProblem: () => string | undefined;
}

/**
 * Opens the file, creating and migrating it as needed.
 * @throws StoreUnusable with a sentence for the operator.
 */
export function openDatabase(path: string): OpenedDatabase {
  return whileOpening(path, () => {
    makePrivateFolder(dirname(path));
    const file = targetOf(path);
    examine(file);
    const db = new Database(file, { create: true, readwrite: true, strict: true });
    try {
      return {
        db,
        applied: prepare(db),
        isInPlace: watch(file),
        findWriteProblem: () => writeProblemOf(file),
      };
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** The file that links lead to, whether it exists or not. SQLite puts its log beside that file, not beside a link. */
function targetOf(path: string): string {
  let target = path;
  while (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) {
    if (existsSync(target)) return realpathSync(target);
    target = resolve(dirname(target), readlinkSync(target));
  }
  return target;
}

/** Names the file in every error of its opening. @throws StoreUnusable */
export function whileOpening<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof StoreUnusable) throw new StoreUnusable(`${path}: ${error.message}`);
    throw toUnusable(path, error);
  }
}

/**
 * Turns errors of SQLite and of the system into a sentence for the operator of a command or a start. At a start even a missing
 * table is a fault of the file, not of this program.
 */
export function toUnusable(path: string, error: unknown): unknown {
  if (!(error instanceof SQLiteError) && !isFileError(error)) return error;
  const { message } = error as Error;
  const sentence = describeFault(path, error);
  const isPlain = sentence.endsWith(message);
  return new StoreUnusable(isPlain ? sentence : `${sentence} (${message})`, { cause: error });
}

/**
 * Opens the file of a service for reading alone, at the newest schema. It stays as it is.
 * @throws StoreUnusable with a sentence for the operator.
 */
export function openForReading(path: string): Database {
  return whileOpening(path, () => {
    const db = openFileForReading(path);
    try {
      assertSchema(reachedSchema(db), migrations);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** Opens the file of a service for reading alone, whatever its schema is. @throws StoreUnusable, or SQLite's own error */
export function openFileForReading(path: string): Database {
  const file = targetOf(path);
  examine(file);
  const db = openReader(file);
  db.run(`PRAGMA busy_timeout = ${SQLITE_LOCK_TIMEOUT_MILLISECONDS}`);
  return db;
}

/** A further connection to an open database, for reads. */
export function openReader(path: string): Database {
  const db = new Database(path, { readonly: true, strict: true });
  db.run(`PRAGMA cache_size = -${SQLITE_CACHE_KIBIBYTES}`);
  return db;
}

function prepare(db: Database): number[] {
  db.run(`PRAGMA busy_timeout = ${SQLITE_LOCK_TIMEOUT_MILLISECONDS}`);
  // Before the first change of the file, so that one that is refused stays as it is. In one snapshot, since another process may be
  // creating the tables.
  db.transaction(() => reachedSchema(db))();
  turnToWal(db);
  // Every commit is flushed before it returns, on macOS also through the cache of the drive.
  db.run('PRAGMA synchronous = FULL');
  db.run('PRAGMA fullfsync = ON');
  // Erased and replaced content is overwritten with zeros.
  db.run('PRAGMA secure_delete = ON');
  db.run('PRAGMA journal_size_limit = 67108864');
  // A page that is written often is copied into the database once per checkpoint. Fewer checkpoints mean fewer copies.
  db.run('PRAGMA wal_autocheckpoint = 8000');
  db.run(`PRAGMA cache_size = -${SQLITE_CACHE_KIBIBYTES}`);
  const applied = migrate(db);
  noteNewFile(db);
  // From here on a wait for the lock must not block the thread: the writer waits by itself.
  db.run('PRAGMA busy_timeout = 0');
  return applied;
}

/** Turns the file to WAL mode. When two processes do so at once SQLite refuses one of them, which then tries again. */
function turnToWal(db: Database): void {
  const pauseMilliseconds = 10;
  for (let waited = 0; ; waited += pauseMilliseconds) {
    try {
      db.run('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isLocked(error) || waited >= SQLITE_LOCK_TIMEOUT_MILLISECONDS) throw error;
    }
    // No request waits for this thread while the file is being opened.
    Bun.sleepSync(pauseMilliseconds);
  }
}

function watch(path: string): () => boolean {
  const opened = statSync(path);
  return () => {
    try {
      const now = statSync(path, { throwIfNoEntry: false });
      return now?.ino === opened.ino && now.dev === opened.dev;
    } catch {
      // The folder can no longer be read.
      return false;
    }
  };
}

/** Rights that were taken from the file's path do not matter: the file is open. */
function writeProblemOf(file: string): string | undefined {
  try {
    accessSync(file, constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS') return 'its file system is read-only';
  }
  const space = findDiskSpace(file);
  return space && space.freeBytes < SQLITE_LEAST_FREE_BYTES ? 'its disk is full' : undefined;
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
