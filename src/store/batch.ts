// Natural batching: while one batch is on its way to the database the next calls queue up, and leave together when
// it returns. There is no timer: a lone call leaves in the same turn of the event loop, and under load the batches
// grow by themselves. Calls keep their order; each gets its own outcome, after the commit and never before.
import { StoreUnavailable } from './store.ts';

/** What became of one call of a batch. */
export type Outcome<Result> = { readonly value: Result } | { readonly error: unknown };

export interface BatcherOptions<Call, Result> {
  /** Commits the calls and answers one outcome each, in order. If it throws, every call of the batch fails so. */
  readonly run: (calls: readonly Call[]) => Promise<readonly Outcome<Result>[]> | readonly Outcome<Result>[];
  readonly maxCalls: number;
  /** Calls that may wait; one more is refused with `StoreUnavailable`. */
  readonly maxQueuedCalls: number;
}

export interface Batcher<Call, Result> {
  add(call: Call): Promise<Result>;
  /** Resolves when nothing waits and nothing is under way. */
  drain(): Promise<void>;
}

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
}

export function createBatcher<Call, Result>(options: BatcherOptions<Call, Result>): Batcher<Call, Result> {
  let queue: Waiting<Call, Result>[] = [];
  let busy = false;
  let drained: (() => void)[] = [];

  async function leave(): Promise<void> {
    const batch = queue.slice(0, options.maxCalls);
    queue = queue.slice(options.maxCalls);
    await settle(batch);
    if (queue.length > 0) {
      setImmediate(leave);
      return;
    }
    busy = false;
    for (const resolve of drained) resolve();
    drained = [];
  }

  async function settle(batch: readonly Waiting<Call, Result>[]): Promise<void> {
    try {
      const outcomes = await options.run(batch.map((waiting) => waiting.call));
      for (const [index, waiting] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) waiting.reject(new Error('the batch answered too few outcomes'));
        else if ('value' in outcome) waiting.resolve(outcome.value);
        else waiting.reject(outcome.error);
      }
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  }

  return {
    add(call) {
      if (queue.length >= options.maxQueuedCalls) {
        return Promise.reject(new StoreUnavailable('too many calls wait for the database'));
      }
      return new Promise((resolve, reject) => {
        queue.push({ call, resolve, reject });
        if (busy) return;
        busy = true;
        setImmediate(leave);
      });
    },
    drain() {
      return busy ? new Promise((resolve) => drained.push(resolve)) : Promise.resolve();
    },
  };
}
