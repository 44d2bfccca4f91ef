// Admission control decides whether a request is served or refused before any work is done. A request is admitted while the calls
// at the store are below an adaptive limit. A call that is late refuses nobody: a stall is no overload, and the calls behind it are few.
// Calls that no player asked for are counted apart, and refuse servers alone.
import type { Clock } from '../lib/clock.ts';
import { durationBounds, type Metrics } from '../lib/metrics.ts';
import type { Traces } from '../lib/traces.ts';
import { createAdaptiveLimit } from './adaptive-limit.ts';

/** The reports of one batcher. Moments are milliseconds of a monotonic clock. */
export interface BatchMonitor {
  /** The kind of calls, which names the spans of a batch. */
  readonly name: string;
  /** Undefined while traces are off. */
  readonly traces: Traces | undefined;
  /** The present moment. */
  moment(): number;
  /** Adds calls that wait or are with the database; a negative number removes them. */
  addWaiting(calls: number): void;
  /**
   * Adds calls that wait in the queues of costly players; a negative number removes them. They delay no other player, so they do not
   * count.
   */
  addSetAside(calls: number): void;
  /** Sets a function that gives the moment at which the oldest call began to wait, for the metrics. */
  setOldestSource(oldest: () => number | undefined): void;
  /** Records a batch that has come back: when its first call began to wait, and when the batch left. */
  recordBatch(calls: number, queuedAt: number, leftAt: number): void;
}

export interface AdmissionControl {
  /**
   * False while the store is overloaded. The refusal is counted here, and the caller sends it.
   * @param share the part of the limit of calls from which on the request is refused: 1 by default.
   */
  tryAdmit(share?: number): boolean;
  /** Requests that were admitted with the share 1: those of players. */
  readonly admitted: number;
  /** Calls of players that wait for the database or are with it. */
  readonly calls: number;
  /** The number of calls from which on requests are refused. */
  readonly limit: number;
  /**
   * @param name the kind of calls, as a label of the metrics
   * @param askedBy `others` for calls that no player asked for: those of servers, the console, webhooks and jobs
   */
  monitor(name: string, askedBy?: 'players' | 'others'): BatchMonitor;
  /** Sets the wait of a batch that lowers the limit below its start. */
  tolerate(milliseconds: number): void;
}

export function createAdmissionControl({
  clock,
  metrics,
  traces,
}: {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly traces?: Traces | undefined;
}): AdmissionControl {
  const limit = createAdaptiveLimit(clock.monotonic);
  const oldest: (() => number | undefined)[] = [];
  const calls = { players: 0, others: 0 };
  let admitted = 0;

  metrics.gauge(
    { name: 'playkeep_store_calls', help: 'Calls that wait for the database or are with it.' },
    () => calls.players + calls.others,
  );
  metrics.gauge(
    { name: 'playkeep_store_calls_limit', help: 'Calls past which requests are answered 503 at once.' },
    () => limit.maxCalls,
  );
  metrics.gauge(
    {
      name: 'playkeep_store_longest_wait_seconds',
      help: 'For how long the call has waited that has waited longest.',
      across: 'max',
    },
    () => {
      const now = clock.monotonic();
      return Math.max(0, ...oldest.map((since) => now - (since() ?? now))) / 1000;
    },
  );

  return {
    tryAdmit(share = 1) {
      const counted = share === 1 ? calls.players : calls.players + calls.others;
      if (counted < limit.maxCalls * share) {
        if (share === 1) admitted += 1;
        return true;
      }
      limit.countRefusal();
      return false;
    },
    get admitted() {
      return admitted;
    },
    get calls() {
      return calls.players;
    },
    get limit() {
      return limit.maxCalls;
    },
    tolerate: limit.tolerate,
    monitor(name, askedBy = 'players') {
      const series = createBatchSeries(metrics, name);
      return {
        ...{ name, traces },
        moment: clock.monotonic,
        addWaiting(more) {
          calls[askedBy] += more;
          series.addWaiting(more);
        },
        addSetAside(more) {
          calls[askedBy] -= more;
        },
        setOldestSource: (since) => void oldest.push(since),
        recordBatch(count, queuedAt, leftAt) {
          if (askedBy === 'players') limit.adapt(calls.players, count, queuedAt);
          series.observe(count, leftAt - queuedAt, clock.monotonic() - leftAt);
        },
      };
    },
  };
}

const callBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] as const;

/** The metrics of one kind of batch. */
function createBatchSeries(metrics: Metrics, name: string) {
  const labels = { batch: name };
  let waiting = 0;
  metrics.gauge(
    { name: 'playkeep_batch_calls', help: 'Calls that wait for a batch of their kind or are in one.' },
    () => waiting,
    labels,
  );
  const sizes = metrics.histogram(
    { name: 'playkeep_batch_size', help: 'Calls in a batch.', bounds: callBounds },
    labels,
  );
  const waits = metrics.histogram(
    {
      name: 'playkeep_batch_wait_seconds',
      help: 'How long the first call of a batch waited for it to leave.',
      bounds: durationBounds,
    },
    labels,
  );
  const durations = metrics.histogram(
    {
      name: 'playkeep_batch_duration_seconds',
      help: 'How long a batch was with the database.',
      bounds: durationBounds,
    },
    labels,
  );
  return {
    addWaiting(calls: number): void {
      waiting += calls;
    },
    observe(calls: number, waitMilliseconds: number, durationMilliseconds: number): void {
      sizes.observe(calls);
      waits.observe(waitMilliseconds / 1000);
      durations.observe(durationMilliseconds / 1000);
    },
  };
}
