// How much the store has to do, and how much it may have. Whoever lets requests in asks here first: past the limit they
// would wait too long, and everybody behind them too. The limit is found by what batches take: it shrinks while the first
// call of a batch has waited too long, and grows while it is reached and nobody has. When turning callers away is what takes
// the time, a lower limit would only turn away more; so then longer waits are allowed, and it does not fall below where it began.
// However few calls there are, nobody is let in while one of them waits far too long.
import type { Clock } from '../lib/clock.ts';
import { durationBounds, type Metrics } from '../lib/metrics.ts';
import {
  ADMISSION_CHECK_MILLISECONDS,
  ADMISSION_MAX_CALLS,
  ADMISSION_MAX_WAIT_MILLISECONDS,
  ADMISSION_MIN_CALLS,
  ADMISSION_OVERLOAD_TARGET_MILLISECONDS,
  ADMISSION_REFUSAL_MILLISECONDS,
  ADMISSION_START_CALLS,
  ADMISSION_TARGET_MILLISECONDS,
} from '../tuning.ts';

/** What one batcher tells. */
export interface BatchMonitor {
  /** A moment in milliseconds, to tell how long something took. */
  moment(): number;
  /** So many calls more are waiting, or so many fewer. */
  addWaiting(calls: number): void;
  /** Of these so many more, or fewer, wait in lines of players whose calls take long, and hold nobody else up. */
  addSetAside(calls: number): void;
  /** Brings what tells since when the one waits that has waited longest, but for calls that wait for their own player's. */
  setOldestSource(oldest: () => number | undefined): void;
  /** A batch has come back. All in milliseconds: since when its first call waited, and when it left. */
  recordBatch(calls: number, queuedAt: number, leftAt: number): void;
}

export interface AdmissionControl {
  /** False while the store is overloaded. The caller then refuses the request, and the refusal is counted here. */
  tryAdmit(): boolean;
  /** Calls that wait for the database or are with it. */
  readonly calls: number;
  /** How many there may be. */
  readonly limit: number;
  /** @param name tells in the metrics what kind of calls it is */
  monitor(name: string): BatchMonitor;
}

const callBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] as const;

export function createAdmissionControl({
  clock,
  metrics,
}: {
  clock: Clock;
  metrics: Metrics;
}): AdmissionControl {
  let calls = 0;
  let limit = ADMISSION_START_CALLS;
  let shrunkAt = Number.NEGATIVE_INFINITY;
  let refused = 0;
  let refusedBefore = 0;
  let lookedAt = clock.monotonic();
  let refuses = false;
  const oldestOf: (() => number | undefined)[] = [];
  let watchedAt = Number.NEGATIVE_INFINITY;
  let isLate = false;

  function adapt(settled: number, queuedAt: number, now: number): void {
    const isRefusing = isTakenByRefusals(now);
    const target = isRefusing ? ADMISSION_OVERLOAD_TARGET_MILLISECONDS : ADMISSION_TARGET_MILLISECONDS;
    if (now - queuedAt <= target) {
      // By the batch it would take minutes to get from where nearly all are refused to where most are served.
      const more = isRefusing ? limit / 8 : settled / 10;
      if (calls > limit / 2) limit = Math.min(ADMISSION_MAX_CALLS, limit + Math.ceil(more));
      return;
    }
    // Where so few calls are there, it was not they who were too many.
    if (calls * 4 < limit) return;
    // Once for all who had begun to wait before: they tell of the same jam.
    if (queuedAt < shrunkAt) return;
    const least = isRefusing ? ADMISSION_START_CALLS : ADMISSION_MIN_CALLS;
    limit = Math.max(least, Math.floor(limit * 0.8));
    shrunkAt = now;
  }

  /** Looked at over a tenth of a second or more: of the batches of one turn, the first tells of all refusals in it. */
  function isTakenByRefusals(now: number): boolean {
    if (now - lookedAt >= ADMISSION_TARGET_MILLISECONDS) {
      refuses = (refused - refusedBefore) * ADMISSION_REFUSAL_MILLISECONDS > (now - lookedAt) / 4;
      refusedBefore = refused;
      lookedAt = now;
    }
    return refuses;
  }

  /** For how long the one has waited that has waited longest, in milliseconds. */
  function longestWait(now: number): number {
    let longest = 0;
    for (const oldest of oldestOf) longest = Math.max(longest, now - (oldest() ?? now));
    return longest;
  }

  /** Looked at now and then, since each request asks. It is better as soon as those who waited too long are answered. */
  function isAnyoneLate(): boolean {
    if (calls === 0) return false;
    const now = clock.monotonic();
    if (now - watchedAt >= ADMISSION_CHECK_MILLISECONDS) {
      isLate = longestWait(now) > ADMISSION_MAX_WAIT_MILLISECONDS;
      watchedAt = now;
    }
    return isLate;
  }

  metrics.gauge(
    { name: 'playkeep_store_calls', help: 'Calls that wait for the database or are with it.' },
    () => calls,
  );
  metrics.gauge(
    { name: 'playkeep_store_calls_limit', help: 'Calls past which requests are answered 503 at once.' },
    () => limit,
  );
  metrics.gauge(
    {
      name: 'playkeep_store_longest_wait_seconds',
      help: 'For how long the call has waited that has waited longest: past a second requests are answered 503.',
    },
    () => longestWait(clock.monotonic()) / 1000,
  );

  return {
    tryAdmit() {
      if (calls < limit && !isAnyoneLate()) return true;
      refused += 1;
      return false;
    },
    get calls() {
      return calls;
    },
    get limit() {
      return limit;
    },
    monitor(name) {
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
        moment: clock.monotonic,
        addWaiting(more) {
          calls += more;
          waiting += more;
        },
        addSetAside(more) {
          calls -= more;
        },
        setOldestSource: (oldest) => void oldestOf.push(oldest),
        recordBatch(count, queuedAt, leftAt) {
          const now = clock.monotonic();
          adapt(count, queuedAt, now);
          sizes.observe(count);
          waits.observe((leftAt - queuedAt) / 1000);
          durations.observe((now - leftAt) / 1000);
        },
      };
    },
  };
}
