// The spans of calls in batches. A batch is a child of its own in the trace of each sampled request that has a call in it, so that
// every trace is complete by itself (docs/decisions/0088-traces.md). It begins when the call is queued and ends with its outcome.
import type { BatchMonitor } from '../../admission/admission-control.ts';
import { endSpans, noSpans, type Span, startChildren, type Traces } from '../../lib/traces.ts';

/** A call that waits, as far as its spans are concerned. */
export interface Followed {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  /** Undefined for a call of no sampled request. */
  readonly spans?: readonly Span[];
}

export interface BatchSpans {
  /** Queues a call. One of a sampled request gets spans, which end when it is settled. */
  queue<Waiting extends Followed>(waiting: Waiting, enqueue: (waiting: Waiting) => void): void;
  /** Runs a batch for the spans of its calls. `work` gets those of each call; undefined where no request is sampled. */
  run<T>(batch: readonly Followed[], work: (spans?: readonly (readonly Span[])[]) => T): T;
}

/** @returns undefined while traces are off */
export const createBatchSpans = ({ traces, name }: BatchMonitor): BatchSpans | undefined =>
  traces && batchSpans(traces, `batch ${name}`);

const batchSpans = (traces: Traces, name: string): BatchSpans => ({
  queue(waiting, enqueue) {
    if (traces.current().length === 0) return enqueue(waiting);
    const spans = startChildren(traces, { name });
    const resolve = (value: never): void => {
      endSpans(spans);
      waiting.resolve(value);
    };
    const reject = (error: unknown): void => {
      endSpans(spans, error);
      waiting.reject(error);
    };
    // The work that the queue schedules belongs to no request.
    return traces.within(noSpans, () => enqueue({ ...waiting, spans, resolve, reject }));
  },
  run(batch, work) {
    if (!batch.some(({ spans }) => spans)) return work();
    const all = batch.flatMap(({ spans = noSpans }) => spans);
    for (const span of all) span.set({ 'playkeep.batch.calls': batch.length });
    return traces.within(all, () => work(batch.map(({ spans = noSpans }) => spans)));
  },
});
