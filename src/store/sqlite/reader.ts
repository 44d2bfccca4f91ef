// All reads outside of the writer. Those of one turn of the event loop share a read transaction, since SQLite spends far
// more on opening one than on a row. Whoever asks was heard in this turn or before it, so nobody is answered with less than
// what was committed when they asked; and the writer's commits end it, so that a process reads what it wrote. None may go
// around it: a request that has read something newer would then be told something older.
import type { Database } from 'bun:sqlite';
import type { Maybe } from '../../lib/maybe.ts';
import { isFault, read } from './fault.ts';

export interface Reader {
  /** Statements for `read`; made by `query`, so that closing finalizes them. */
  readonly db: Database;
  /** Runs a read at once, unless the file is locked. @throws StoreUnavailable */
  read<T>(run: () => T): Maybe<T>;
  /** Ends the transaction of this turn, if there is one: later reads see what is committed by then. */
  refresh(): void;
}

/** @param db a connection of its own. */
export function createReader(db: Database): Reader {
  const begin = db.query('BEGIN');
  const commit = db.query('COMMIT');
  let isOpen = false;

  function refresh(): void {
    if (!isOpen) return;
    isOpen = false;
    try {
      commit.run();
    } catch (error) {
      // Nothing was written, so nothing is lost; a read that follows tells whoever asks.
      if (!isFault(error)) throw error;
    }
  }

  return {
    db,
    read: (run) =>
      read(db, () => {
        if (!isOpen) {
          // One may still be open when its commit failed.
          if (!db.inTransaction) begin.run();
          isOpen = true;
          setImmediate(refresh);
        }
        return run();
      }),
    refresh,
  };
}
