// Faults of an SQLite database (locked, full, unreadable), distinguished by result code from mistakes in a statement. The wait
// for a lock does not block the thread: SQLite's own waiting would stop every request, reads and probes too.
import { type Database, SQLiteError } from 'bun:sqlite';
import { systemClock } from '../../lib/clock.ts';
import { SQLITE_LOCK_TIMEOUT_MILLISECONDS } from '../../limits.ts';
import { StoreUnavailable } from '../ports/errors.ts';

const faults =
  /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL|PERM|AUTH|INTERRUPT)/;
/** The most frequent codes in words for the operator. */
const meanings: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/^SQLITE_FULL/, 'its disk is full'],
  [/^SQLITE_(?:NOTADB|CORRUPT)/, 'it is damaged, or no database; put a backup in its place'],
  [/^SQLITE_READONLY/, 'it, or a file beside it, may not be written to'],
  [/^SQLITE_CANTOPEN/, 'it, or a file beside it, cannot be opened or made'],
  [/^SQLITE_(?:BUSY|LOCKED)/, 'another program locks it'],
  [/^SQLITE_IOERR/, 'its disk fails, or is full'],
];
const triesWithoutPause = 100;
const longestPauseMilliseconds = 25;

export function isFault(error: unknown): boolean {
  return error instanceof SQLiteError && faults.test(error.code ?? '');
}

/** A sentence for the operator that names the file. */
export function describeFault(path: string, error: unknown): string {
  const { code = '', message } = error as { code?: string; message: string };
  return `${path}: ${meanings.find(([pattern]) => pattern.test(code))?.[1] ?? message}`;
}

/** Turns a fault of the database into `StoreUnavailable`. Other errors stay as they are. */
export function toStoreError(db: Database, error: unknown): unknown {
  if (!isFault(error)) return error;
  if (isDamage(error)) dropPageCache(db);
  return new StoreUnavailable(describeFault(db.filename, error), { cause: error });
}

function isDamage(error: unknown): boolean {
  return error instanceof SQLiteError && /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(error.code ?? '');
}

/** A damaged page stays in the cache of a connection, even after the file was repaired. */
function dropPageCache(db: Database): void {
  try {
    db.run('PRAGMA shrink_memory');
  } catch {
    // The caller gets the fault itself.
  }
}

/** True when another connection holds the lock. SQLite reports this at the beginning of a transaction, before any change. */
export function isLocked(error: unknown): boolean {
  return error instanceof SQLiteError && /^SQLITE_BUSY/.test(error.code ?? '');
}

/**
 * Repeats an attempt until the lock is free, or throws its error after the lock time-out. The first attempts come in each turn of
 * the event loop, since another process on the file holds the lock for one batch only. The later attempts come after pauses.
 */
export async function whenUnlocked<T>(attempt: () => T): Promise<T> {
  let waited = 0;
  let pause = 1;
  for (let tries = 1; ; tries += 1) {
    try {
      return attempt();
    } catch (error) {
      if (!isLocked(error) || waited >= SQLITE_LOCK_TIMEOUT_MILLISECONDS) throw error;
    }
    if (tries < triesWithoutPause) {
      await new Promise(setImmediate);
    } else {
      // A real pause, since a real process holds the lock.
      await systemClock.sleep(pause);
      waited += pause;
      pause = Math.min(pause * 2, longestPauseMilliseconds);
    }
  }
}
