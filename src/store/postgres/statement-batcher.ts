// The batcher for calls of one kind on PostgreSQL: each batch is one statement or one transaction. Errors are handled by their
// meaning (faults.ts): the batch is repeated, or halved until the bad call is found.

import type { BatchMonitor } from '../../admission/admission-control.ts';
import { BATCH_QUEUE_MAX_BYTES, BATCH_QUEUE_MAX_CALLS } from '../../limits.ts';
import { BATCH_DELAY_MILLISECONDS, BATCH_MAX_BYTES, BATCH_MAX_CALLS } from '../../tuning.ts';
import { type Batcher, type BatcherOptions, createBatcher, type Outcome } from '../shared/batcher.ts';
import type { PlacedShard } from './citus/shards.ts';
import { createWorkerBatchers } from './citus/worker-batchers.ts';
import { meaningOf } from './faults.ts';
import { withRetries } from './with-retries.ts';

export interface StatementBatcherOptions<Call, Result> {
  /**
   * Answers one result for each call, in order. After an error it may run again, also for a part of the calls, so a call that was
   * done before must get the same answer.
   */
  readonly run: (calls: readonly Call[]) => Promise<readonly Result[]>;
  /** True when a call may be repeated although it may have been done: the connection broke, and its outcome is unknown. */
  readonly isRepeatable: boolean;
  readonly maxInFlight: number;
  /** True when each batch commits. The next batch then waits a little for it, which saves the server a flush. */
  readonly commits?: boolean;
  readonly monitor: BatchMonitor;
  /** The shard of a call, where the tables are distributed. There each batch holds calls of one shard. */
  readonly shardOf?: ((call: Call) => PlacedShard) | undefined;
  /** `BATCH_MAX_CALLS` by default. */
  readonly maxCalls?: number;
  readonly sizeOf?: (call: Call) => number;
}

type Run<Call, Result> = (calls: readonly Call[]) => Promise<readonly Outcome<Result>[]>;

/**
 * Runs calls together, and finds the outcome of each: after an error that a call is to blame for, the others run without it.
 * @throws any other error, for all of them
 */
export function withOutcomes<Call, Result>({
  run: runAll,
  isRepeatable,
}: Pick<StatementBatcherOptions<Call, Result>, 'run' | 'isRepeatable'>): Run<Call, Result> {
  async function runOnce(calls: readonly Call[]): Promise<Outcome<Result>[]> {
    return (await runAll(calls)).map((value) => ({ value }));
  }

  async function run(calls: readonly Call[]): Promise<readonly Outcome<Result>[]> {
    try {
      return await withRetries(() => runOnce(calls), isRepeatable);
    } catch (error) {
      if (meaningOf(error) !== 'call') throw error;
      if (calls.length === 1) return [{ error }];
      // By halves: one bad call among many costs few statements, and many bad calls at most one statement each.
      const middle = calls.length >> 1;
      return [...(await runHalf(calls.slice(0, middle))), ...(await runHalf(calls.slice(middle)))];
    }
  }

  /** Runs a half of a batch. When it fails as a whole, the outcomes of the other half stay as they are. */
  async function runHalf(calls: readonly Call[]): Promise<readonly Outcome<Result>[]> {
    try {
      return await run(calls);
    } catch (error) {
      return calls.map(() => ({ error }));
    }
  }

  return run;
}

export function createStatementBatcher<Call, Result>(
  options: StatementBatcherOptions<Call, Result>,
): Batcher<Call, Result> {
  const { shardOf, ...others } = options;
  const batching: BatcherOptions<Call, Result> = {
    ...others,
    run: withOutcomes(options),
    maxCalls: options.maxCalls ?? BATCH_MAX_CALLS,
    maxQueuedCalls: BATCH_QUEUE_MAX_CALLS,
    delayMilliseconds: options.commits ? BATCH_DELAY_MILLISECONDS : 0,
    maxBytes: BATCH_MAX_BYTES,
    maxQueuedBytes: BATCH_QUEUE_MAX_BYTES,
  };
  return shardOf ? createWorkerBatchers(shardOf, batching) : createBatcher(batching);
}
