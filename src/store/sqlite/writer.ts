// All writes of a process, in order. The calls of one turn of the event loop share one transaction and one fsync. A faulty call
// fails alone. A fault of the database fails the batch and changes nothing. While another process holds the write lock a batch
// waits without blocking the thread, so reads and probes are served. Calls that are expected to take long share no transaction
// with those of other players (fair-queue.ts).
import type { Database } from 'bun:sqlite';
import type { AdmissionControl } from '../../admission/admission-control.ts';
import type { Clock } from '../../lib/clock.ts';
import { noSpans, type Span } from '../../lib/traces.ts';
import { BATCH_QUEUE_MAX_CALLS, PLAYER_MAX_WRITES } from '../../limits.ts';
import { BATCH_MAX_CALLS } from '../../tuning.ts';
import { StoreUnavailable } from '../ports/errors.ts';
import { createBatcher, type Outcome, type Waiting } from '../shared/batcher.ts';
import { createFairQueue, noPlayer } from '../shared/fair-queue.ts';
import { runTimeSlice } from '../shared/time-slice.ts';
import { isFault, toStoreError, whenUnlocked } from './fault.ts';

interface Call {
  readonly player: number;
  /** Statements to run inside the transaction; `now` is the same for a whole batch. */
  readonly run: (now: number) => unknown;
}

/** The spans of each call; undefined where no call is of a sampled request. */
type CallSpans = readonly (readonly Span[])[] | undefined;

export interface Writer {
  /**
   * @param player the sequential id of the player; none by default. The calls of one player keep their order.
   * @throws StoreBusy when too many calls of the player wait
   */
  write<T>(run: (now: number) => T, player?: number): Promise<T>;
  drain(): Promise<void>;
}

export interface WriterOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly admission: AdmissionControl;
  /** True while the database file is where it was opened. */
  readonly isInPlace: () => boolean;
  /** Runs at the beginning of each transaction. */
  readonly onBegin: () => void;
  /** Runs after each commit. */
  readonly onCommit: () => void;
}

export function createWriter({ db, clock, admission, isInPlace, onBegin, onCommit }: WriterOptions): Writer {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const monitor = admission.monitor('write');
  const queue = createFairQueue<Waiting<Call, unknown>>({
    playerOf: ({ call }) => call.player,
    maxCalls: BATCH_MAX_CALLS,
    maxCallsOfPlayer: PLAYER_MAX_WRITES,
    monitor,
  });
  const charge = (call: Call, milliseconds: number): void => queue.charge(call.player, milliseconds);
  const { traces } = monitor;

  /** Runs as many of the calls as fit into a time slice, at least one. The statements of each are of its own spans. */
  function transact(calls: readonly Call[], spans: CallSpans): Outcome<unknown>[] {
    if (!isInPlace()) throw new StoreUnavailable(`${db.filename}: the file was moved or deleted`);
    begin.run();
    try {
      onBegin();
      const now = clock.now();
      const runCall =
        traces && spans
          ? (call: Call, index: number) => ({
              value: traces.within(spans[index] ?? noSpans, () => call.run(now)),
            })
          : ({ run }: Call) => ({ value: run(now) });
      const outcomes = runTimeSlice(clock, calls, runCall, charge);
      commit.run();
      onCommit();
      return outcomes;
    } catch (error) {
      if (db.inTransaction) db.run('ROLLBACK');
      throw error;
    }
  }

  /**
   * Runs calls in one transaction. If one fails, each call runs again in a transaction of its own, so that only the faulty call
   * fails.
   */
  async function run(calls: readonly Call[], spans?: CallSpans): Promise<Outcome<unknown>[]> {
    try {
      return await whenUnlocked(() => transact(calls, spans));
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      if (isFault(error)) throw toStoreError(db, error);
      if (calls.length === 1) return [{ error }];
      const outcomes = [];
      for (const [index, call] of calls.entries()) {
        const own = spans?.[index];
        outcomes.push(await alone(call, own && [own]));
      }
      return outcomes;
    }
  }

  async function alone(call: Call, spans: CallSpans): Promise<Outcome<unknown>> {
    try {
      const [outcome] = await run([call], spans);
      return outcome ?? { error: new Error('a transaction answered nothing') };
    } catch (error) {
      return { error };
    }
  }

  const batcher = createBatcher<Call, unknown>({
    run,
    mayAnswerFewer: true,
    maxCalls: BATCH_MAX_CALLS,
    maxQueuedCalls: BATCH_QUEUE_MAX_CALLS,
    queue,
    monitor,
  });
  return {
    write: <T>(run: (now: number) => T, player = noPlayer) => batcher.add({ player, run }) as Promise<T>,
    drain: () => batcher.drain(),
  };
}
