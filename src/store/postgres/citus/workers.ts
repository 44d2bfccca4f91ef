// The workers of Citus, each a bulkhead: its players have a part of the connections and of the calls at the store. So players of the
// other workers are served while one worker is slow or silent.
import type { AdmissionControl, BatchMonitor } from '../../../admission/admission-control.ts';
import { createSemaphore } from '../../../admission/semaphore.ts';
import { createWaitWatch } from '../../../admission/wait-watch.ts';
import { WORKER_CALLS_SHARE, WORKER_CONNECTIONS_SHARE } from '../../../limits.ts';
import { ADMISSION_TARGET_MILLISECONDS, CITUS_ADMISSION_TARGET_MILLISECONDS } from '../../../tuning.ts';
import { StoreBusy } from '../../ports/errors.ts';

export interface Worker {
  /** The refusal of one more call: the worker is slow and has most of the calls of this process, or one has waited too long. */
  refusal(): StoreBusy | undefined;
  /** Runs a batch on a connection of the worker's part. @throws StoreBusy when none was free in time */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Runs one call that is in no batch. @throws StoreBusy */
  call<T>(work: () => Promise<T>): Promise<T>;
  /** The monitor of a batcher for this worker, which reports to that of its kind. */
  monitor(kind: BatchMonitor): BatchMonitor;
}

export interface WorkersOptions {
  readonly admission: Pick<AdmissionControl, 'limit' | 'tolerate' | 'watch'>;
  readonly poolSize: number;
  readonly timeoutMilliseconds: number;
  /** A monotonic clock in milliseconds. */
  readonly moment: () => number;
  /** The number of workers with shards. A single one has all connections and calls. */
  readonly count: number;
}

/** @returns the worker of a number */
export function createWorkers(options: WorkersOptions): (number: number) => Worker {
  const { admission, moment } = options;
  const all = new Map<number, ReturnType<typeof createWorker>>();

  /** The process as a whole is late only while every worker is, so not for a worker that does not answer. */
  function oldestSince(): number | undefined {
    const now = moment();
    const least = Math.min(...[...all.values()].map((worker) => worker.longestWait(now)));
    return least > 0 && least < Number.POSITIVE_INFINITY ? now - least : undefined;
  }

  admission.tolerate(CITUS_ADMISSION_TARGET_MILLISECONDS);
  admission.watch(oldestSince);
  return (number) => {
    const known = all.get(number);
    if (known) return known;
    const worker = createWorker(options);
    all.set(number, worker);
    return worker;
  };
}

function createWorker({ admission, poolSize, timeoutMilliseconds, moment, count }: WorkersOptions) {
  const connections = count === 1 ? poolSize : Math.max(1, Math.floor(poolSize * WORKER_CONNECTIONS_SHARE));
  const permits = createSemaphore(connections, { timeoutMilliseconds, refusal: 'workerCalls' });
  const callsShare = count === 1 ? 1 : WORKER_CALLS_SHARE;
  const waits = createWaitWatch(moment);
  let calls = 0;
  /** The times at which the unfinished calls outside of batches were made, oldest first. */
  const callsSince = new Set<{ readonly at: number }>();
  waits.addSource(() => callsSince.values().next().value?.at);

  /** Many calls alone are no sign of a slow worker: a bulk request has many. */
  const isFull = (): boolean =>
    calls >= admission.limit * callsShare && waits.longest(moment()) > ADMISSION_TARGET_MILLISECONDS;

  const refusal = (): StoreBusy | undefined =>
    isFull() || waits.isLate() ? new StoreBusy('workerCalls') : undefined;

  return {
    refusal,
    run: permits.withPermit,
    longestWait: waits.longest,
    async call<T>(work: () => Promise<T>): Promise<T> {
      const refused = refusal();
      if (refused) throw refused;
      const since = { at: moment() };
      calls += 1;
      callsSince.add(since);
      try {
        return await permits.withPermit(work);
      } finally {
        calls -= 1;
        callsSince.delete(since);
      }
    },
    monitor: (kind: BatchMonitor): BatchMonitor => ({
      ...kind,
      addWaiting(more) {
        calls += more;
        kind.addWaiting(more);
      },
      setOldestSource: waits.addSource,
      // The limit on the calls of all workers does not shrink for one that is late.
      recordBatch(...batch) {
        if (!waits.isLate()) kind.recordBatch(...batch);
      },
    }),
  };
}
