// The batcher for calls of one kind on PostgreSQL: each batch is one statement or one transaction. Errors are handled by their
// meaning (faults.ts): the batch is repeated, or halved until the bad call is found. Calls whose rows are locked leave the batch and wait
// apart (locked-calls.ts).

import type { BatchMonitor } from '../../admission/admission-control.ts';
import { BATCH_QUEUE_MAX_BYTES, BATCH_QUEUE_MAX_CALLS } from '../../limits.ts';
import {
  BATCH_DELAY_MILLISECONDS,
  BATCH_LOCK_WAITS,
  BATCH_MAX_BYTES,
  BATCH_MAX_CALLS,
} from '../../tuning.ts';
import { isLockedRow, StoreBusy } from '../ports/errors.ts';
import { type Batcher, type BatcherOptions, createBatcher, type Outcome } from '../shared/batcher.ts';
import type { PlacedShard } from './citus/shards.ts';
import { createWorkerBatchers } from './citus/worker-batchers.ts';
import { meaningOf } from './faults.ts';
import { createLockedCalls, findLockedCalls, type LockedCalls, type Locks } from './locked-calls.ts';
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
  /** For statements that write rows of many players. */
  readonly locks?: Locks<Call> | undefined;
  /** `BATCH_MAX_CALLS` by default. */
  readonly maxCalls?: number;
  readonly sizeOf?: (call: Call) => number;
}

/** The waits for a lock that are left to a batch. */
interface LockWaits {
  lockWaits: number;
}

type Run<Call, Result> = (calls: readonly Call[]) => Promise<readonly Outcome<Result>[]>;

/**
 * Runs calls together, and finds the outcome of each: after an error that a call is to blame for, the others run without it. So do
 * those whose rows are free, where another row is locked.
 * @throws any other error, for all of them
 */
export function withOutcomes<Call, Result>({
  run: runAll,
  isRepeatable,
  locks,
}: Pick<StatementBatcherOptions<Call, Result>, 'run' | 'isRepeatable' | 'locks'>): Run<Call, Result> {
  async function runOnce(calls: readonly Call[]): Promise<Outcome<Result>[]> {
    return (await runAll(calls)).map((value) => ({ value }));
  }

  async function run(calls: readonly Call[], budget: LockWaits): Promise<readonly Outcome<Result>[]> {
    // A lock that the look does not show, such as that of a partition, may be in the way of every call.
    if (budget.lockWaits === 0) return calls.map(() => ({ error: new StoreBusy('lockedRow') }));
    try {
      return await withRetries(() => runOnce(calls), isRepeatable);
    } catch (error) {
      const isLockWait = locks !== undefined && isLockedRow(error);
      if (!isLockWait && meaningOf(error) !== 'call') throw error;
      if (isLockWait) budget.lockWaits -= 1;
      if (calls.length === 1) return [{ error }];
      if (isLockWait) {
        const locked = await findLockedCalls(locks, calls);
        if (locked.includes(true)) return runFree(calls, { locked, error, budget });
      }
      // By halves: one bad call among many costs few statements, and many bad calls at most one statement each.
      const middle = calls.length >> 1;
      const first = await runPart(calls.slice(0, middle), budget);
      return [...first, ...(await runPart(calls.slice(middle), budget))];
    }
  }

  async function runFree(
    calls: readonly Call[],
    { locked, error, budget }: { locked: readonly boolean[]; error: unknown; budget: LockWaits },
  ): Promise<readonly Outcome<Result>[]> {
    const free = calls.filter((_, index) => !locked[index]);
    const outcomes = free.length === 0 ? [] : await runPart(free, budget);
    let next = 0;
    return calls.map((_, index) => (locked[index] ? { error } : (outcomes[next++] ?? { error })));
  }

  /** Runs a part of a batch. When it fails as a whole, the outcomes of the other part stay as they are. */
  async function runPart(calls: readonly Call[], budget: LockWaits): Promise<readonly Outcome<Result>[]> {
    try {
      return await run(calls, budget);
    } catch (error) {
      return calls.map(() => ({ error }));
    }
  }

  return (calls) => run(calls, { lockWaits: BATCH_LOCK_WAITS });
}

export function createStatementBatcher<Call, Result>(
  options: StatementBatcherOptions<Call, Result>,
): Batcher<Call, Result> {
  const { shardOf, locks, ...others } = options;
  const run = withOutcomes(options);
  const { maxCalls = BATCH_MAX_CALLS, monitor } = options;
  const locked = locks && createLockedCalls<Call, Result>({ locks, run, maxCalls, monitor });
  const batching: BatcherOptions<Call, Result> = {
    ...others,
    run: locked ? async (calls) => leaveLocked(locked, calls, await run(calls)) : run,
    maxCalls,
    maxQueuedCalls: BATCH_QUEUE_MAX_CALLS,
    delayMilliseconds: options.commits ? BATCH_DELAY_MILLISECONDS : 0,
    maxBytes: BATCH_MAX_BYTES,
    maxQueuedBytes: BATCH_QUEUE_MAX_BYTES,
  };
  if (shardOf) return createWorkerBatchers(shardOf, batching);
  const batcher = createBatcher(batching);
  if (!locked) return batcher;
  return {
    add: batcher.add,
    async drain() {
      await batcher.drain();
      await locked.drain();
    },
  };
}

/** The outcomes of a batch that does not wait for its calls whose rows are locked. */
const leaveLocked = <Call, Result>(
  locked: LockedCalls<Call, Result>,
  calls: readonly Call[],
  outcomes: readonly Outcome<Result>[],
): readonly Outcome<Result>[] =>
  outcomes.map((outcome, index) =>
    'error' in outcome && isLockedRow(outcome.error) ? { value: locked.wait(calls[index] as Call) } : outcome,
  );
