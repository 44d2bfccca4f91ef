// The workers of Citus, each a bulkhead: its players have a part of the connections and of the calls at the store. So players of the
// other workers are served while one worker is slow or silent.
import type { AdmissionControl, BatchMonitor } from '../../../admission/admission-control.ts';
import { createSemaphore } from '../../../admission/semaphore.ts';
import { WORKER_CALLS_SHARE, WORKER_CONNECTIONS_SHARE } from '../../../limits.ts';
import {
  ADMISSION_TARGET_MILLISECONDS,
  CITUS_ADMISSION_TARGET_MILLISECONDS,
  CITUS_WORKER_LATE_MILLISECONDS,
} from '../../../tuning.ts';
import { StoreBusy } from '../../ports/errors.ts';

export interface Worker {
  /** The refusal of one more call: the worker is slow and has most of the calls of this process. */
  refusal(): StoreBusy | undefined;
  /** Runs a batch on a connection of the worker's part. @throws StoreBusy when none was free in time */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Runs one call that is in no batch. @throws StoreBusy */
  call<T>(work: () => Promise<T>): Promise<T>;
  /** The monitor of a batcher for this worker, which reports to that of its kind. */
  monitor(kind: BatchMonitor): BatchMonitor;
}

export interface WorkersOptions {
  readonly admission: Pick<AdmissionControl, 'limit' | 'tolerate'>;
  readonly poolSize: number;
  readonly timeoutMilliseconds: number;
  /** A monotonic clock in milliseconds. */
  readonly moment: () => number;
  /** The number of workers with shards. A single one has all connections and calls. */
  readonly count: number;
}

/** @returns the worker of a number */
export function createWorkers(options: WorkersOptions): (number: number) => Worker {
  const all = new Map<number, Worker>();

  options.admission.tolerate(CITUS_ADMISSION_TARGET_MILLISECONDS);
  return (number) => {
    const known = all.get(number);
    if (known) return known;
    const worker = createWorker(options);
    all.set(number, worker);
    return worker;
  };
}

function createWorker({ admission, poolSize, timeoutMilliseconds, moment, count }: WorkersOptions): Worker {
  const connections = count === 1 ? poolSize : Math.max(1, Math.floor(poolSize * WORKER_CONNECTIONS_SHARE));
  const permits = createSemaphore(connections, { timeoutMilliseconds, refusal: 'workerCalls' });
  const callsShare = count === 1 ? 1 : WORKER_CALLS_SHARE;
  let calls = 0;
  /** The times at which the unfinished calls outside of batches were made, oldest first. */
  const callsSince = new Set<{ readonly at: number }>();
  /** The times since which the oldest call of each kind waits. */
  const oldest: (() => number | undefined)[] = [() => callsSince.values().next().value?.at];

  function hasWaited(milliseconds: number): boolean {
    const latest = moment() - milliseconds;
    return oldest.some((since) => (since() ?? latest) < latest);
  }

  /** Many calls alone are no sign of a slow worker: a bulk request has many. */
  const refusal = (): StoreBusy | undefined =>
    calls >= admission.limit * callsShare && hasWaited(ADMISSION_TARGET_MILLISECONDS)
      ? new StoreBusy('workerCalls')
      : undefined;

  return {
    refusal,
    run: permits.withPermit,
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
      setOldestSource(since) {
        oldest.push(since);
        kind.setOldestSource(since);
      },
      // The limit on the calls of all workers does not shrink for one that is late.
      recordBatch(...batch) {
        if (!hasWaited(CITUS_WORKER_LATE_MILLISECONDS)) kind.recordBatch(...batch);
      },
    }),
  };
}
