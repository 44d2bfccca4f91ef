// Tells a fault of the database (locked, full, unreadable) from a mistake in a statement, by SQLite's result code, and
// waits for a lock without blocking the thread: SQLite's own waiting would stop every request, reads and probes too.
import { SQLiteError } from 'bun:sqlite';
import { SQLITE_LOCK_TIMEOUT_MILLISECONDS } from '../../limits.ts';
import { StoreUnavailable } from '../store.ts';

const faults =
  /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL|PERM|AUTH|INTERRUPT)/;
const longestPauseMilliseconds = 25;

export function isFault(error: unknown): boolean {
  return error instanceof SQLiteError && faults.test(error.code ?? '');
}

/** Another connection holds the lock; SQLite says so at the begin of a transaction, before anything is done. */
function isLocked(error: unknown): boolean {
  return error instanceof SQLiteError && /^SQLITE_BUSY/.test(error.code ?? '');
}

/** Tries until the lock is free or the time for it is over. */
export async function whenUnlocked<T>(attempt: () => T): Promise<T> {
  let waited = 0;
  for (let pause = 1; ; pause = Math.min(pause * 2, longestPauseMilliseconds)) {
    try {
      return attempt();
    } catch (error) {
      if (!isLocked(error) || waited >= SQLITE_LOCK_TIMEOUT_MILLISECONDS) throw error;
    }
    await Bun.sleep(pause);
    waited += pause;
  }
}

/** What whoever asked to read is told: a fault becomes `StoreUnavailable`. */
export const refusal = (error: unknown): unknown =>
  isFault(error) ? new StoreUnavailable('SQLite could not read', { cause: error }) : error;
