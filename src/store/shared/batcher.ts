// Natural batching: while one batch is on its way to the database the next calls queue up, and leave together when
// it returns. None waits for others to come: a lone call leaves in the same turn of the event loop, and under load the
// batches grow by themselves. Calls keep their order; each gets its own outcome, after the commit and never before.

import type { BatchMonitor } from '../../admission/admission-control.ts';
import { isOutage, StoreBusy, type StoreUnavailable } from '../ports/store.ts';
import { type CallQueue, createOrderedQueue } from './call-queue.ts';

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
  readonly delayMilliseconds?: number;
  /** How many bytes a call takes; a batch holds at least one call, whatever its size. */
  readonly sizeOf?: (call: Call) => number;
  readonly maxBytes?: number;
  /** Calls that may wait, and how many bytes they may take; one more is refused with `StoreBusy`. */
  readonly maxQueuedCalls: number;
  readonly maxQueuedBytes?: number;
  /** The order in which calls leave; first in, first out by default. */
  readonly queue?: CallQueue<Waiting<Call, Result>>;
  /** Is told of every batch. */
  readonly monitor: BatchMonitor;
}

export interface Batcher<Call, Result> {
  add(call: Call): Promise<Result>;
  /** Resolves when nothing waits and nothing is under way. */
  drain(): Promise<void>;
}

export interface Waiting<Call, Result> {
  readonly call: Call;
  /** It has waited since then at most. */
  queuedAt: number;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
}

export function createBatcher<Call, Result>(options: BatcherOptions<Call, Result>): Batcher<Call, Result> {
  const { maxInFlight = 1, delayMilliseconds = 0, monitor } = options;
  const { sizeOf = () => 0, maxBytes = Number.POSITIVE_INFINITY } = options;
  const { maxQueuedBytes = Number.POSITIVE_INFINITY } = options;
  const queue = options.queue ?? orderedQueue(options);
  let queuedBytes = 0;
  const underWay = new Set<readonly Waiting<Call, Result>[]>();
  let callsInFlight = 0;
  /** When the first call since the last batch was queued: to ask for each would take longer than to queue it. */
  let queuedAt: number | undefined;
  let scheduled = false;
  let isPausing = false;
  let departures = 0;
  /** The departure whose batch has been under way for so long that another one may leave beside it. */
  let lateBatch: number | undefined;
  let isWatched = false;
  let drained: (() => void)[] = [];

  /** Lets the next batch leave at the end of this turn, if there is one and it may. */
  function schedule(): void {
    if (scheduled || queue.length === 0 || underWay.size >= maxInFlight) return;
    if (underWay.size > 0 && !mayLeaveBeside()) return;
    const milliseconds = queue.pause();
    if (milliseconds > 0) {
      pause(milliseconds);
      return;
    }
    scheduled = true;
    setImmediate(leave);
  }

  /** A call that arrives meanwhile leaves at once, if the queue puts it first. */
  function pause(milliseconds: number): void {
    if (isPausing) return;
    isPausing = true;
    setTimeout(() => {
      isPausing = false;
      queue.paused();
      schedule();
    }, milliseconds);
  }

  /**
   * May the queue leave beside what is under way? Once that is late, and the queue half as large: a batch of a few calls costs
   * about as much, and those who come next would have to wait for it.
   */
  function mayLeaveBeside(): boolean {
    if (queue.length >= options.maxCalls || queuedBytes >= maxBytes) return true;
    if (delayMilliseconds === 0 || lateBatch === departures) return queue.length >= callsInFlight / 2;
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
    }, delayMilliseconds);
  }

  async function leave(): Promise<void> {
    scheduled = false;
    if (queue.length === 0) return;
    departures += 1;
    queuedAt = undefined;
    const leftAt = monitor.moment();
    const batch = queue.take();
    for (const { call } of batch) queuedBytes -= sizeOf(call);
    underWay.add(batch);
    callsInFlight += batch.length;
    schedule();
    const settled = await settle(batch);
    putBack(batch.slice(settled));
    monitor.recordBatch(settled, batch[0]?.queuedAt ?? leftAt, leftAt);
    monitor.addWaiting(-settled);
    underWay.delete(batch);
    callsInFlight -= batch.length;
    schedule();
    if (underWay.size > 0 || queue.length > 0) return;
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
    queue.putBack(undone);
    for (const { call } of undone) queuedBytes += sizeOf(call);
  }

  /** Whoever waited behind a batch that found the database gone is told so at once, not after a time-out of its own. */
  function refuseQueue(error: StoreUnavailable): void {
    const refused = queue.removeAll();
    for (const waiting of refused) waiting.reject(error);
    monitor.addWaiting(-refused.length);
    queuedBytes = 0;
  }

  /** Since when the one waits, or is under way, that is not answered for longest. */
  function oldest(): number | undefined {
    let since = queue.oldest();
    for (const [first] of underWay) if (first && !(since && since < first.queuedAt)) since = first.queuedAt;
    return since;
  }

  monitor.setOldestSource(oldest);
  return {
    add(call) {
      const size = sizeOf(call);
      if (queue.length >= options.maxQueuedCalls || queuedBytes + size > maxQueuedBytes) {
        return Promise.reject(new StoreBusy('too many calls wait for the database'));
      }
      return new Promise((resolve, reject) => {
        queuedAt ??= monitor.moment();
        const refusal = queue.add({ call, queuedAt, resolve, reject });
        if (refusal) return reject(refusal);
        monitor.addWaiting(1);
        queuedBytes += size;
        schedule();
      });
    },
    drain() {
      const idle = underWay.size === 0 && queue.length === 0;
      return idle ? Promise.resolve() : new Promise((resolve) => drained.push(resolve));
    },
  };
}

function orderedQueue<Call, Result>({
  maxCalls,
  maxBytes,
  sizeOf,
}: BatcherOptions<Call, Result>): CallQueue<Waiting<Call, Result>> {
  return createOrderedQueue({ maxCalls, maxBytes, sizeOf: sizeOf && (({ call }) => sizeOf(call)) });
}
