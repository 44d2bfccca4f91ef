// All reads outside of the writer. Those of one turn of the event loop share a read transaction, since SQLite spends far
// more on opening one than on a row. It is opened when the turn is over: a connection that was accepted in this turn is read
// from at once, so a request may be heard that was sent after the turn began, and after another process answered a write. It
// must not be told less than that. None may go around it: a request that has read something newer would then be told
// something older. Reads that are expected to take long wait for those of others (fair-queue.ts).
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { READ_BATCH_MAX_CALLS } from '../../tuning.ts';
import { createFairQueue, noPlayer } from '../shared/fair-queue.ts';
import { runTimeSlice } from '../shared/time-slice.ts';
import { isFault, isLocked, refusal, whenUnlocked } from './fault.ts';

export interface Reader {
  /** Statements for `read`; made by `query`, so that closing finalizes them. */
  readonly db: Database;
  /**
   * Runs a read at the end of this turn, or as soon as the file is not locked. Rejects with `StoreUnavailable`.
   * @param player who asks, by sequential id; nobody unless said
   */
  read<T>(run: () => T, player?: number): Promise<T>;
}

interface Waiting {
  readonly player: number;
  queuedAt: number;
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** @param db a connection of its own. */
export function createReader(db: Database, clock: Clock): Reader {
  const begin = db.query('BEGIN');
  const commit = db.query('COMMIT');
  const queue = createFairQueue<Waiting>({
    playerOf: ({ player }) => player,
    maxCalls: READ_BATCH_MAX_CALLS,
    monitor: { moment: clock.monotonic, addSetAside: () => undefined },
  });
  const took = ({ player }: Waiting, milliseconds: number): void => queue.took(player, milliseconds);
  let isScheduled = false;
  let isPausing = false;

  function settle({ run, resolve, reject }: Waiting): () => void {
    try {
      const value = run();
      return () => resolve(value);
    } catch (error) {
      if (isFault(error)) throw error;
      return () => reject(error);
    }
  }

  /** Runs as many reads as fit into a turn, as of one moment. A fault of the database ends it, an error of a read is that read's own. */
  function transact(reads: readonly Waiting[]): (() => void)[] {
    // One may still be open when its commit failed: what it sees is too old.
    if (db.inTransaction) commit.run();
    begin.run();
    try {
      return runTimeSlice(clock, reads, settle, took);
    } finally {
      commit.run();
    }
  }

  function schedule(): void {
    if (isScheduled || queue.length === 0) return;
    const milliseconds = queue.pause();
    if (milliseconds > 0) {
      pause(milliseconds);
      return;
    }
    isScheduled = true;
    setImmediate(readAll);
  }

  function pause(milliseconds: number): void {
    if (isPausing) return;
    isPausing = true;
    setTimeout(() => {
      isPausing = false;
      queue.paused();
      schedule();
    }, milliseconds);
  }

  function readAll(): void {
    isScheduled = false;
    const reads = queue.take();
    let settles: (() => void)[] = [];
    try {
      settles = transact(reads);
      const undone = reads.slice(settles.length);
      if (undone.length > 0) queue.putBack(undone);
    } catch {
      void readLate(reads);
    }
    // What these found can leave, or be refused, before more is read.
    schedule();
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
    read: <T>(run: () => T, player = noPlayer) =>
      new Promise<T>((resolve, reject) => {
        const refusal = queue.add({
          player,
          run,
          resolve: resolve as Waiting['resolve'],
          reject,
          queuedAt: 0,
        });
        if (refusal) reject(refusal);
        else schedule();
      }),
  };
}
