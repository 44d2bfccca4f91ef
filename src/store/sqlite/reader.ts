// All reads outside of the writer. Those of one turn of the event loop share a read transaction, since SQLite spends far
// more on opening one than on a row. It is opened when the turn is over: a connection that was accepted in this turn is read
// from at once, so a request may be heard that was sent after the turn began, and after another process answered a write. It
// must not be told less than that. None may go around it: a request that has read something newer would then be told
// something older.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { READ_BATCH_MAX_CALLS } from '../../limits.ts';
import { isFault, isLocked, refusal, whenUnlocked } from './fault.ts';
import { whileInTime } from './turn.ts';

export interface Reader {
  /** Statements for `read`; made by `query`, so that closing finalizes them. */
  readonly db: Database;
  /** Runs a read at the end of this turn, or as soon as the file is not locked. Rejects with `StoreUnavailable`. */
  read<T>(run: () => T): Promise<T>;
}

interface Waiting {
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** @param db a connection of its own. */
export function createReader(db: Database, clock: Clock): Reader {
  const begin = db.query('BEGIN');
  const commit = db.query('COMMIT');
  let waiting: Waiting[] = [];

  /** Runs as many reads as fit into a turn, as of one moment. A fault of the database ends it, an error of a read is that read's own. */
  function transact(reads: readonly Waiting[]): (() => void)[] {
    // One may still be open when its commit failed: what it sees is too old.
    if (db.inTransaction) commit.run();
    begin.run();
    try {
      return whileInTime(clock, reads, ({ run, resolve, reject }) => {
        try {
          const value = run();
          return () => resolve(value);
        } catch (error) {
          if (isFault(error)) throw error;
          return () => reject(error);
        }
      });
    } finally {
      commit.run();
    }
  }

  function readAll(): void {
    const reads = waiting.slice(0, READ_BATCH_MAX_CALLS);
    waiting = waiting.slice(READ_BATCH_MAX_CALLS);
    let settles: (() => void)[] = [];
    try {
      settles = transact(reads);
      waiting = [...reads.slice(settles.length), ...waiting];
    } catch {
      void readLate(reads);
    }
    // What these found can leave, or be refused, before more is read.
    if (waiting.length > 0) setImmediate(readAll);
    for (const settle of settles) settle();
  }

  /** The file is locked, or worse: then it may be that only some of it cannot be read. */
  async function readLate(reads: readonly Waiting[]): Promise<void> {
    try {
      const settles = await whenUnlocked(() => transact(reads));
      for (const settle of settles) settle();
      const undone = reads.slice(settles.length);
      if (undone.length > 0) setImmediate(() => void readLate(undone));
    } catch (error) {
      const reason = refusal(db, error);
      if (reads.length > 1 && !isLocked(error)) await Promise.all(reads.map((read) => readLate([read])));
      else for (const { reject } of reads) reject(reason);
    }
  }

  return {
    db,
    read: <T>(run: () => T) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ run, resolve: resolve as Waiting['resolve'], reject });
        if (waiting.length === 1) setImmediate(readAll);
      }),
  };
}
