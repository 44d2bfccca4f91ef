// All writes of a process, in order: what arrives in one turn of the event loop shares one transaction and one fsync.
// A call that fails takes no other call with it; a fault of the database fails the batch and changes nothing.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { BATCH_MAX_CALLS, BATCH_QUEUE_MAX_CALLS } from '../../limits.ts';
import { createBatcher, type Outcome } from '../batch.ts';
import { StoreUnavailable } from '../store.ts';
import { isFault } from './fault.ts';

/** Statements to run inside the transaction; `now` is the same for a whole batch. */
type Call = (now: number) => unknown;

export interface Writer {
  write<T>(call: (now: number) => T): Promise<T>;
  drain(): Promise<void>;
}

export function createWriter(db: Database, clock: Clock): Writer {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');

  function transact(calls: readonly Call[]): Outcome<unknown>[] {
    begin.run();
    try {
      const now = clock.now();
      const outcomes = calls.map((call) => ({ value: call(now) }));
      commit.run();
      return outcomes;
    } catch (error) {
      if (db.inTransaction) db.run('ROLLBACK');
      throw error;
    }
  }

  /** Together if that goes; else each call in a transaction of its own, to tell the bad one from the good ones. */
  function run(calls: readonly Call[]): Outcome<unknown>[] {
    try {
      return transact(calls);
    } catch (error) {
      if (calls.length === 1 || isFault(error)) {
        const outcome = {
          error: isFault(error) ? new StoreUnavailable('SQLite could not write', { cause: error }) : error,
        };
        return calls.map(() => outcome);
      }
      return calls.flatMap((call) => run([call]));
    }
  }

  const batcher = createBatcher<Call, unknown>({
    run,
    maxCalls: BATCH_MAX_CALLS,
    maxQueuedCalls: BATCH_QUEUE_MAX_CALLS,
  });
  return {
    write: <T>(call: (now: number) => T) => batcher.add(call) as Promise<T>,
    drain: () => batcher.drain(),
  };
}
