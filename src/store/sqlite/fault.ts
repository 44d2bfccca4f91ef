// Tells a fault of the database (locked, full, unreadable) from a mistake in a statement, by SQLite's result code.
import { SQLiteError } from 'bun:sqlite';
import { StoreUnavailable } from '../store.ts';

const faults =
  /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL|PERM|AUTH|INTERRUPT)/;

export function isFault(error: unknown): boolean {
  return error instanceof SQLiteError && faults.test(error.code ?? '');
}

/** Runs a read; a fault becomes `StoreUnavailable`. */
export async function read<T>(run: () => T): Promise<T> {
  try {
    return run();
  } catch (error) {
    if (isFault(error)) throw new StoreUnavailable('SQLite could not read', { cause: error });
    throw error;
  }
}
