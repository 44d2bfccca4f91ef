// Natural batching. While one batch is at the database the next calls queue up. They leave together when the batch returns. No
// call waits for further calls: a lone call leaves in the same turn of the event loop, and under load the batches grow by
// themselves. Calls keep their order. Each call gets its own outcome, after the commit and never before.

import type { BatchMonitor } from '../../admission/admission-control.ts';
import type { Span } from '../../lib/traces.ts';
import { isOutage, StoreBusy, type StoreUnavailable } from '../ports/errors.ts';
import { createBatchSpans } from './batch-spans.ts';
import { type CallQueue, createFifoQueue } from './call-queue.ts';
import { createDispatchSchedule } from './dispatch-schedule.ts';

/** The outcome of one call of a batch. A call that goes on by itself answers with a promise, and the batch is over without it. */
export type Outcome<Result> = { readonly value: Result | Promise<Result> } | { readonly error: unknown };

export interface BatcherOptions<Call, Result> {
  /**
   * Commits the calls and answers one outcome for each, in order. With `mayAnswerFewer` it may answer only the first calls, at
   * least one. The other calls leave with the next batch. An error that it throws fails every call of the batch.
   * @param spans those of each call; undefined where no call is of a sampled request
   */
  readonly run: (
    calls: readonly Call[],
    spans?: readonly (readonly Span[])[],
  ) => Promise<readonly Outcome<Result>[]> | readonly Outcome<Result>[];
  readonly mayAnswerFewer?: boolean;
  readonly maxCalls: number;
  /** The bound on batches in flight; 1 by default. */
  readonly maxInFlight?: number;
  /**
   * The time that the newest batch has to be in flight before a smaller one leaves beside it: between once and twice this delay.
   * 0 by default. A full batch does not wait.
   */
  readonly delayMilliseconds?: number;
  /** The bytes of a call. A batch holds at least one call, whatever its size. */
  readonly sizeOf?: (call: Call) => number;
  readonly maxBytes?: number;
  /** The bounds of the queue in calls and bytes. Past them a call is refused with `StoreBusy`. */
  readonly maxQueuedCalls: number;
  readonly maxQueuedBytes?: number;
  /** The order in which calls leave; first in, first out by default. */
  readonly queue?: CallQueue<Waiting<Call, Result>>;
  readonly monitor: BatchMonitor;
}

export interface Batcher<Call, Result> {
  add(call: Call): Promise<Result>;
  /** Resolves when no call waits and no batch is in flight. */
  drain(): Promise<void>;
}

export interface Waiting<Call, Result> {
  readonly call: Call;
  /** The earliest time since which the call may have waited. */
  queuedAt: number;
  readonly resolve: (value: Result | PromiseLike<Result>) => void;
  readonly reject: (error: unknown) => void;
  /** Undefined for a call of no sampled request. */
  readonly spans?: readonly Span[];
}

export function createBatcher<Call, Result>(options: BatcherOptions<Call, Result>): Batcher<Call, Result> {
  const { maxInFlight = 1, delayMilliseconds = 0, monitor } = options;
  const { sizeOf = () => 0, maxBytes = Number.POSITIVE_INFINITY } = options;
  const { maxQueuedBytes = Number.POSITIVE_INFINITY } = options;
  const queue = options.queue ?? fifoQueue(options);
  const schedule = createDispatchSchedule(queue, decideDispatch, () => void dispatch());
  const batchSpans = createBatchSpans(monitor);
  let queuedBytes = 0;
  const inFlight = new Set<readonly Waiting<Call, Result>[]>();
  let callsInFlight = 0;
  /** The time of the first call since the last dispatch, shared by the calls after it: reading the clock costs more than queueing. */
  let queuedAt: number | undefined;
  let dispatches = 0;
  /** The number of a dispatch that was still the newest after the delay. */
  let lateDispatch: number | undefined;
  let isWatching = false;
  let onDrained: (() => void)[] = [];

  function decideDispatch(): boolean {
    if (queue.length === 0 || inFlight.size >= maxInFlight) return false;
    return inFlight.size === 0 || decideDispatchBeside();
  }

  /**
   * True when a batch may leave beside those in flight: the queue is full, or the delay has passed and the queue is half as large
   * as the batches in flight. A batch of a few calls costs about as much as a large one, and the calls behind it would wait.
   */
  function decideDispatchBeside(): boolean {
    if (queue.length >= options.maxCalls || queuedBytes >= maxBytes) return true;
    if (delayMilliseconds === 0 || lateDispatch === dispatches) return queue.length >= callsInFlight / 2;
    if (!isWatching) watchNewest();
    return false;
  }

  /**
   * Starts one timer at a time. A timer for each batch would cost as much as several calls. It is a real one, since the commit
   * that it watches takes real time.
   */
  function watchNewest(): void {
    const watched = dispatches;
    isWatching = true;
    setTimeout(() => {
      isWatching = false;
      if (watched === dispatches) lateDispatch = watched;
      schedule();
    }, delayMilliseconds);
  }

  async function dispatch(): Promise<void> {
    if (queue.length === 0) return;
    dispatches += 1;
    queuedAt = undefined;
    const leftAt = monitor.moment();
    const batch = queue.take();
    for (const { call } of batch) queuedBytes -= sizeOf(call);
    inFlight.add(batch);
    callsInFlight += batch.length;
    schedule();
    const settled = await settle(batch);
    putBack(batch.slice(settled));
    monitor.recordBatch(settled, batch[0]?.queuedAt ?? leftAt, leftAt);
    monitor.addWaiting(-settled);
    inFlight.delete(batch);
    callsInFlight -= batch.length;
    schedule();
    if (inFlight.size > 0 || queue.length > 0) return;
    for (const resolve of onDrained) resolve();
    onDrained = [];
  }

  /** Runs a batch. @returns the number of calls that were settled */
  async function settle(batch: readonly Waiting<Call, Result>[]): Promise<number> {
    try {
      const calls = batch.map((waiting) => waiting.call);
      const outcomes = await (batchSpans
        ? batchSpans.run(batch, (spans) => options.run(calls, spans))
        : options.run(calls));
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

  function putBack(unsettled: readonly Waiting<Call, Result>[]): void {
    if (unsettled.length === 0) return;
    queue.putBack(unsettled);
    for (const { call } of unsettled) queuedBytes += sizeOf(call);
  }

  /** Fails the calls behind a batch that met an outage, so that they do not wait for a time-out of their own. */
  function refuseQueue(error: StoreUnavailable): void {
    const refused = queue.removeAll();
    for (const waiting of refused) waiting.reject(error);
    monitor.addWaiting(-refused.length);
    queuedBytes = 0;
  }

  /** The time since which the oldest call without an answer waits or is in flight. */
  function oldestSince(): number | undefined {
    let since = queue.oldestSince();
    for (const [first] of inFlight) if (first && !(since && since < first.queuedAt)) since = first.queuedAt;
    return since;
  }

  function enqueue(waiting: Waiting<Call, Result>): void {
    const refusal = queue.add(waiting);
    if (refusal) {
      waiting.reject(refusal);
      return;
    }
    monitor.addWaiting(1);
    queuedBytes += sizeOf(waiting.call);
    schedule();
  }

  monitor.setOldestSource(oldestSince);
  return {
    add(call) {
      const size = sizeOf(call);
      if (queue.length >= options.maxQueuedCalls || queuedBytes + size > maxQueuedBytes) {
        return Promise.reject(new StoreBusy('batchQueue'));
      }
      return new Promise((resolve, reject) => {
        queuedAt ??= monitor.moment();
        const waiting = { call, queuedAt, resolve, reject };
        if (batchSpans) batchSpans.queue<Waiting<Call, Result>>(waiting, enqueue);
        else enqueue(waiting);
      });
    },
    drain() {
      const isIdle = inFlight.size === 0 && queue.length === 0;
      return isIdle ? Promise.resolve() : new Promise((resolve) => onDrained.push(resolve));
    },
  };
}

function fifoQueue<Call, Result>({
  maxCalls,
  maxBytes,
  sizeOf,
}: BatcherOptions<Call, Result>): CallQueue<Waiting<Call, Result>> {
  return createFifoQueue({ maxCalls, maxBytes, sizeOf: sizeOf && (({ call }) => sizeOf(call)) });
}
