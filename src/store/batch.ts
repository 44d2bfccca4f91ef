// Natural batching: while one batch is on its way to the database the next calls queue up, and leave together when
// it returns. None waits for others to come: a lone call leaves in the same turn of the event loop, and under load the
// batches grow by themselves. Calls keep their order; each gets its own outcome, after the commit and never before.
import type { BatchWatch } from './load.ts';
import { isOutage, StoreBusy, type StoreUnavailable } from './store.ts';

/** What became of one call of a batch. */
export type Outcome<Result> = { readonly value: Result } | { readonly error: unknown };

export interface BatcherOptions<Call, Result> {
  /**
   * Commits the calls and answers one outcome each, in order; or, if `mayAnswerFewer`, of as many of the first as it has done:
   * the others leave with the next batch. If it throws, every call of the batch fails so.
   */
  readonly run: (calls: readonly Call[]) => Promise<readonly Outcome<Result>[]> | readonly Outcome<Result>[];
  readonly mayAnswerFewer?: boolean;
  readonly maxCalls: number;
  /** How many batches may be under way at once; 1 unless said. */
  readonly maxInFlight?: number;
  /** How long a batch is under way, once to twice, before a further one leaves beside it, unless that is full; 0 unless said. */
  readonly patienceMilliseconds?: number;
  /** How many bytes a call takes; a batch holds at least one call, whatever its size. */
  readonly sizeOf?: (call: Call) => number;
  readonly maxBytes?: number;
  /** Calls that may wait, and how many bytes they may take; one more is refused with `StoreBusy`. */
  readonly maxQueuedCalls: number;
  readonly maxQueuedBytes?: number;
  /** Is told of every batch. */
  readonly watch: BatchWatch;
}

export interface Batcher<Call, Result> {
  add(call: Call): Promise<Result>;
  /** Resolves when nothing waits and nothing is under way. */
  drain(): Promise<void>;
}

interface Waiting<Call, Result> {
  readonly call: Call;
  /** It has waited since then at most. */
  readonly queuedAt: number;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
}

export function createBatcher<Call, Result>(options: BatcherOptions<Call, Result>): Batcher<Call, Result> {
  const { maxInFlight = 1, patienceMilliseconds = 0, watch } = options;
  const { sizeOf = () => 0, maxBytes = Number.POSITIVE_INFINITY } = options;
  const { maxQueuedBytes = Number.POSITIVE_INFINITY } = options;
  let queue: Waiting<Call, Result>[] = [];
  let queuedBytes = 0;
  let inFlight = 0;
  let callsInFlight = 0;
  /** When the first call since the last batch was queued: to ask for each would take longer than to queue it. */
  let queuedAt: number | undefined;
  let scheduled = false;
  let departures = 0;
  /** The departure whose batch has been under way for so long that another one may leave beside it. */
  let lateBatch: number | undefined;
  let isWatched = false;
  let drained: (() => void)[] = [];

  /** Lets the next batch leave at the end of this turn, if there is one and it may. */
  function schedule(): void {
    if (scheduled || queue.length === 0 || inFlight >= maxInFlight) return;
    if (inFlight > 0 && !mayLeaveBeside()) return;
    scheduled = true;
    setImmediate(leave);
  }

  /**
   * May the queue leave beside what is under way? Once that is late, and the queue half as large: a batch of a few calls costs
   * about as much, and those who come next would have to wait for it.
   */
  function mayLeaveBeside(): boolean {
    if (queue.length >= options.maxCalls || queuedBytes >= maxBytes) return true;
    if (patienceMilliseconds === 0 || lateBatch === departures) return queue.length >= callsInFlight / 2;
    if (!isWatched) watchNewest();
    return false;
  }

  /** Not a timer for each batch, which would cost as much as several calls. */
  function watchNewest(): void {
    const watched = departures;
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      if (watched === departures) lateBatch = watched;
      schedule();
    }, patienceMilliseconds);
  }

  async function leave(): Promise<void> {
    scheduled = false;
    if (queue.length === 0) return;
    departures += 1;
    queuedAt = undefined;
    const leftAt = watch.moment();
    const count = countNext(queue, options);
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    for (const { call } of batch) queuedBytes -= sizeOf(call);
    inFlight += 1;
    callsInFlight += batch.length;
    schedule();
    const settled = await settle(batch);
    putBack(batch.slice(settled));
    watch.settled(settled, batch[0]?.queuedAt ?? leftAt, leftAt);
    watch.waits(-settled);
    inFlight -= 1;
    callsInFlight -= batch.length;
    schedule();
    if (inFlight > 0 || queue.length > 0) return;
    for (const resolve of drained) resolve();
    drained = [];
  }

  /** Answers how many of the calls were settled. */
  async function settle(batch: readonly Waiting<Call, Result>[]): Promise<number> {
    try {
      const outcomes = await options.run(batch.map((waiting) => waiting.call));
      const least = options.mayAnswerFewer ? 1 : batch.length;
      if (outcomes.length < least) throw new Error('the batch answered too few outcomes');
      outcomes.forEach((outcome, index) => {
        if ('value' in outcome) batch[index]?.resolve(outcome.value);
        else batch[index]?.reject(outcome.error);
      });
      return outcomes.length;
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
      if (isOutage(error)) refuseQueue(error);
      return batch.length;
    }
  }

  function putBack(undone: readonly Waiting<Call, Result>[]): void {
    if (undone.length === 0) return;
    queue = [...undone, ...queue];
    for (const { call } of undone) queuedBytes += sizeOf(call);
  }

  /** Whoever waited behind a batch that found the database gone is told so at once, not after a time-out of its own. */
  function refuseQueue(error: StoreUnavailable): void {
    for (const waiting of queue) waiting.reject(error);
    watch.waits(-queue.length);
    queue = [];
    queuedBytes = 0;
  }

  return {
    add(call) {
      const size = sizeOf(call);
      if (queue.length >= options.maxQueuedCalls || queuedBytes + size > maxQueuedBytes) {
        return Promise.reject(new StoreBusy('too many calls wait for the database'));
      }
      watch.waits(1);
      return new Promise((resolve, reject) => {
        queuedAt ??= watch.moment();
        queue.push({ call, queuedAt, resolve, reject });
        queuedBytes += size;
        schedule();
      });
    },
    drain() {
      const idle = inFlight === 0 && queue.length === 0;
      return idle ? Promise.resolve() : new Promise((resolve) => drained.push(resolve));
    },
  };
}

/** How many of the waiting calls leave together: bounded in number and, where calls have a size, in bytes. */
function countNext<Call, Result>(
  queue: readonly Waiting<Call, Result>[],
  { maxCalls, maxBytes, sizeOf }: BatcherOptions<Call, Result>,
): number {
  const most = Math.min(queue.length, maxCalls);
  if (!sizeOf || maxBytes === undefined) return most;
  let bytes = 0;
  for (let count = 0; count < most; count += 1) {
    const waiting = queue[count];
    if (waiting) bytes += sizeOf(waiting.call);
    if (bytes > maxBytes) return Math.max(count, 1);
  }
  return most;
}
