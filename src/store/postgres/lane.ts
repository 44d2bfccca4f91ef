// A lane carries calls of one kind: naturally batched, each batch one statement (or one transaction) over the pool, with
// what PostgreSQL's errors mean applied to it. And the order of one player's calls across lanes.
import { BATCH_MAX_BYTES, BATCH_MAX_CALLS, BATCH_QUEUE_MAX_CALLS, BATCH_RETRIES } from '../../limits.ts';
import { type Batcher, createBatcher, type Outcome } from '../batch.ts';
import { hasTakenItsTime, meaningOf } from './faults.ts';
import { asStoreError } from './pool.ts';

export interface LaneOptions<Call, Result> {
  /** Answers one result for each call, in order. It may run more than once: each time as if it never had before. */
  readonly run: (calls: readonly Call[]) => Promise<readonly Result[]>;
  /** May the calls be repeated when the connection broke and nobody knows whether they were done? True for reads. */
  readonly repeatable: boolean;
  readonly maxInFlight: number;
  readonly sizeOf?: (call: Call) => number;
}

export function createLane<Call, Result>(options: LaneOptions<Call, Result>): Batcher<Call, Result> {
  async function runOnce(calls: readonly Call[]): Promise<Outcome<Result>[]> {
    return (await options.run(calls)).map((value) => ({ value }));
  }

  async function run(calls: readonly Call[]): Promise<readonly Outcome<Result>[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(calls);
      } catch (error) {
        const meaning = meaningOf(error);
        if (meaning === 'call') {
          if (calls.length === 1) return [{ error }];
          return (await Promise.all(calls.map((call) => run([call])))).flat();
        }
        if (!mayRunAgain(error, attempt)) throw asStoreError(error);
      }
      // Apart, so that two batches that were in each other's way are not so again.
      await Bun.sleep(Math.random() * 10 * attempt);
    }
  }

  function mayRunAgain(error: unknown, attempt: number): boolean {
    if (meaningOf(error) === 'again') return attempt <= BATCH_RETRIES;
    return (
      options.repeatable && attempt === 1 && meaningOf(error) === 'unavailable' && !hasTakenItsTime(error)
    );
  }

  return createBatcher<Call, Result>({
    run,
    maxCalls: BATCH_MAX_CALLS,
    maxQueuedCalls: BATCH_QUEUE_MAX_CALLS,
    maxInFlight: options.maxInFlight,
    maxBytes: BATCH_MAX_BYTES,
    ...(options.sizeOf && { sizeOf: options.sizeOf }),
  });
}

/** Runs the writes of one player one after the other, in the order in which they came, whatever lanes they take. */
export function createPlayerOrder(): <T>(sequentialId: number, write: () => Promise<T>) => Promise<T> {
  const last = new Map<number, Promise<unknown>>();
  return (sequentialId, write) => {
    const before = last.get(sequentialId);
    const mine = before ? before.then(write, write) : write();
    last.set(sequentialId, mine);
    const forget = (): void => {
      if (last.get(sequentialId) === mine) last.delete(sequentialId);
    };
    mine.then(forget, forget);
    return mine;
  };
}
