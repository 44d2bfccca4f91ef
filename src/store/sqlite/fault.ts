// Tells a fault of the database (locked, full, unreadable) from a mistake in a statement, by SQLite's result code, and
// waits for a lock without blocking the thread: SQLite's own waiting would stop every request, reads and probes too.
import { type Database, SQLiteError } from 'bun:sqlite';
import { SQLITE_LOCK_TIMEOUT_MILLISECONDS } from '../../limits.ts';
import { StoreUnavailable } from '../ports/store.ts';

const faults =
  /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL|PERM|AUTH|INTERRUPT)/;
/** What the commonest codes mean to whoever runs the service. */
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

/** What whoever asked is told: a fault of the database becomes `StoreUnavailable`, anything else stays what it is. */
export function refusal(db: Database, error: unknown): unknown {
  if (!isFault(error)) return error;
  if (isDamage(error)) forgetPages(db);
  return new StoreUnavailable(describeFault(db.filename, error), { cause: error });
}

function isDamage(error: unknown): boolean {
  return error instanceof SQLiteError && /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(error.code ?? '');
}

/** A damaged page stays in the cache of a connection, and would be found damaged when the file has long been mended. */
function forgetPages(db: Database): void {
  try {
    db.run('PRAGMA shrink_memory');
  } catch {
    // The fault itself is what its caller is told.
  }
}

/** Another connection holds the lock; SQLite says so at the begin of a transaction, before anything is done. */
export function isLocked(error: unknown): boolean {
  return error instanceof SQLiteError && /^SQLITE_BUSY/.test(error.code ?? '');
}

/**
 * Tries until the lock is free or the time for it is over: in each turn of the event loop first, since another process that
 * serves the file holds it for no longer than a batch, then with pauses.
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
      await Bun.sleep(pause);
      waited += pause;
      pause = Math.min(pause * 2, longestPauseMilliseconds);
    }
  }
}
