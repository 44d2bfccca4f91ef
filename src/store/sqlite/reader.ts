// All reads outside of the writer. The reads of one turn of the event loop share a read transaction, since SQLite spends far more
// on opening one than on a row. The transaction begins at the end of the turn. A request may arrive within the turn that its
// client sent after another process had answered a write, and it must see that write. All reads go through the reader, or a
// client could read a newer state first and an older one later. Reads that are expected to take long wait for those of other
// players (fair-queue.ts).
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { READ_BATCH_MAX_CALLS } from '../../tuning.ts';
import { createDispatchSchedule } from '../shared/dispatch-schedule.ts';
import { createFairQueue, noPlayer } from '../shared/fair-queue.ts';
import { runTimeSlice } from '../shared/time-slice.ts';
import { isFault, isLocked, toStoreError, whenUnlocked } from './fault.ts';

export interface Reader {
  /** The connection for the statements of `read`. Prepare them with `query`, so that closing the connection finalizes them. */
  readonly db: Database;
  /**
   * Runs a read at the end of this turn, or as soon as the file is not locked.
   * @param player the sequential id of the player who asks; none by default
   * @throws StoreUnavailable
   */
  read<T>(run: () => T, player?: number): Promise<T>;
}

interface Waiting {
  readonly player: number;
  queuedAt: number | undefined;
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Settles the promise of a read that has run. */
type Settle = () => void;

/** @param db a connection of its own. */
export function createReader(db: Database, clock: Clock): Reader {
  const begin = db.query('BEGIN');
  const commit = db.query('COMMIT');
  const queue = createFairQueue<Waiting>({
    playerOf: ({ player }) => player,
    maxCalls: READ_BATCH_MAX_CALLS,
    monitor: { moment: clock.monotonic, addSetAside: () => undefined },
  });
  const charge = ({ player }: Waiting, milliseconds: number): void => queue.charge(player, milliseconds);
  const schedule = createDispatchSchedule(queue, () => queue.length > 0, readBatch);

  /** Runs one read. A fault of the database is thrown, an error of the read itself is its result. */
  function runOne({ run, resolve, reject }: Waiting): Settle {
    try {
      const value = run();
      return () => resolve(value);
    } catch (error) {
      if (isFault(error)) throw error;
      return () => reject(error);
    }
  }

  /** Runs as many reads as fit into a time slice, as of one moment. */
  function transact(reads: readonly Waiting[]): Settle[] {
    // After a failed commit the earlier transaction is still open, and would see old data.
    if (db.inTransaction) commit.run();
    begin.run();
    try {
      return runTimeSlice(clock, reads, runOne, charge);
    } finally {
      commit.run();
    }
  }

  function readBatch(): void {
    const reads = queue.take();
    let settles: Settle[] = [];
    try {
      settles = transact(reads);
      const unread = reads.slice(settles.length);
      if (unread.length > 0) queue.putBack(unread);
    } catch {
      void retry(reads);
    }
    // The next batch begins in the next turn of the event loop, after the replies of this one were sent.
    schedule();
    for (const settle of settles) settle();
  }

  /**
   * Repeats reads after a fault: together once the file is not locked, then one by one, since a part of the file may be readable.
   */
  async function retry(reads: readonly Waiting[]): Promise<void> {
    try {
      const settles = await whenUnlocked(() => transact(reads));
      for (const settle of settles) settle();
      const unread = reads.slice(settles.length);
      if (unread.length > 0) setImmediate(() => void retry(unread));
    } catch (error) {
      const reason = toStoreError(db, error);
      if (reads.length > 1 && !isLocked(error)) await Promise.all(reads.map((read) => retry([read])));
      else for (const { reject } of reads) reject(reason);
    }
  }

  return {
    db,
    read: <T>(run: () => T, player = noPlayer) =>
      new Promise<T>((resolve, reject) => {
        const refusal = queue.add({
          player,
          run,
          resolve: resolve as Waiting['resolve'],
          reject,
          queuedAt: undefined,
        });
        if (refusal) reject(refusal);
        else schedule();
      }),
  };
}
