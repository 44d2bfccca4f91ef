// A lane carries calls of one kind: naturally batched, each batch one statement (or one transaction) over the pool, with
// what PostgreSQL's errors mean applied to it.

import type { BatchMonitor } from '../../admission/admission-control.ts';
import { BATCH_QUEUE_MAX_BYTES, BATCH_QUEUE_MAX_CALLS } from '../../limits.ts';
import {
  BATCH_DELAY_MILLISECONDS,
  BATCH_MAX_BYTES,
  BATCH_MAX_CALLS,
  BATCH_RETRIES,
  CONNECTION_RETRIES,
} from '../../tuning.ts';
import { type Batcher, createBatcher, type Outcome } from '../shared/batcher.ts';
import { asStoreError } from './executor.ts';
import { hasTakenItsTime, meaningOf } from './faults.ts';

export interface StatementBatcherOptions<Call, Result> {
  /**
   * Answers one result for each call, in order. It may run again after an error, also for a part of the calls: what it has
   * done for a call by then must not change the answer.
   */
  readonly run: (calls: readonly Call[]) => Promise<readonly Result[]>;
  /** May the calls be repeated when the connection broke and nobody knows whether they were done? */
  readonly repeatable: boolean;
  readonly maxInFlight: number;
  /** Does each batch commit? Then the next one rather waits for it than to have the server flush once more. */
  readonly commits?: boolean;
  readonly monitor: BatchMonitor;
  /** `BATCH_MAX_CALLS` unless said. */
  readonly maxCalls?: number;
  readonly sizeOf?: (call: Call) => number;
}

export function createStatementBatcher<Call, Result>(
  options: StatementBatcherOptions<Call, Result>,
): Batcher<Call, Result> {
  async function runOnce(calls: readonly Call[]): Promise<Outcome<Result>[]> {
    return (await options.run(calls)).map((value) => ({ value }));
  }

  async function run(calls: readonly Call[]): Promise<readonly Outcome<Result>[]> {
    try {
      return await withRetries(() => runOnce(calls), options.repeatable);
    } catch (error) {
      if (meaningOf(error) !== 'call') throw error;
      if (calls.length === 1) return [{ error }];
      // By halves, so that a bad call among many costs few statements, and all bad ones no more than one at a time.
      const middle = calls.length >> 1;
      return [...(await half(calls.slice(0, middle))), ...(await half(calls.slice(middle)))];
    }
  }

  /** A half that fails as a whole leaves what became of the other one as it is. */
  async function half(calls: readonly Call[]): Promise<readonly Outcome<Result>[]> {
    try {
      return await run(calls);
    } catch (error) {
      return calls.map(() => ({ error }));
    }
  }

  return createBatcher<Call, Result>({
    run,
    maxCalls: options.maxCalls ?? BATCH_MAX_CALLS,
    maxQueuedCalls: BATCH_QUEUE_MAX_CALLS,
    maxInFlight: options.maxInFlight,
    delayMilliseconds: options.commits ? BATCH_DELAY_MILLISECONDS : 0,
    monitor: options.monitor,
    maxBytes: BATCH_MAX_BYTES,
    maxQueuedBytes: BATCH_QUEUE_MAX_BYTES,
    ...(options.sizeOf && { sizeOf: options.sizeOf }),
  });
}

/**
 * Runs a statement, and again what the server says has not been done, such as a deadlock.
 * @param repeatable may it run again, too, when the connection broke and nobody knows?
 * @throws StoreUnavailable when the database cannot serve, else PostgreSQL's error.
 */
export async function withRetries<T>(work: () => Promise<T>, repeatable: boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!mayRunAgain(error, attempt, repeatable)) throw asStoreError(error);
    }
    // Apart, so that two batches that were in each other's way are not so again.
    await Bun.sleep(Math.random() * 10 * attempt);
  }
}

function mayRunAgain(error: unknown, attempt: number, repeatable: boolean): boolean {
  const meaning = meaningOf(error);
  if (meaning === 'again') return attempt <= BATCH_RETRIES;
  return repeatable && attempt <= CONNECTION_RETRIES && meaning === 'unavailable' && !hasTakenItsTime(error);
}
