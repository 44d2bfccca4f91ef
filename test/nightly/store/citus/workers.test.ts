// The bulkheads of Citus workers, without a cluster: a worker that does not answer takes neither the connections nor the calls of
// the others.
import { beforeEach, describe, expect, test } from 'bun:test';
import {
  type AdmissionControl,
  createAdmissionControl,
} from '../../../../src/admission/admission-control.ts';
import { createMetrics } from '../../../../src/lib/metrics.ts';
import { WORKER_CALLS_SHARE } from '../../../../src/limits.ts';
import { StoreBusy } from '../../../../src/store/ports/errors.ts';
import { createWorkerBatchers } from '../../../../src/store/postgres/citus/worker-batchers.ts';
import { createWorkers, type Worker } from '../../../../src/store/postgres/citus/workers.ts';
import type { Batcher } from '../../../../src/store/shared/batcher.ts';
import { ADMISSION_TARGET_MILLISECONDS, CITUS_WORKER_LATE_MILLISECONDS } from '../../../../src/tuning.ts';
import { type ManualClock, manualClock } from '../../../harness/clock.ts';

let clock: ManualClock;
let admission: AdmissionControl;
let workerOf: (number: number) => Worker;

const make = (count: number) =>
  createWorkers({ admission, poolSize: 4, timeoutMilliseconds: 50, moment: clock.monotonic, count });

const passTooLong = () => clock.advance(CITUS_WORKER_LATE_MILLISECONDS + 1);

/** A call that does not end before it is told to. */
function openCall(worker: Worker) {
  const gate = Promise.withResolvers<void>();
  const ended = worker.call(() => gate.promise);
  return {
    end() {
      gate.resolve();
      return ended;
    },
  };
}

beforeEach(() => {
  clock = manualClock();
  admission = createAdmissionControl({ clock, metrics: createMetrics() });
  workerOf = make(2);
});

describe('a worker of Citus', () => {
  test('has half of the connections, and refuses a call that got none in time', async () => {
    const calls = [openCall(workerOf(1)), openCall(workerOf(1))];
    const waiting = expect(workerOf(1).call(async () => 'done')).rejects.toEqual(
      new StoreBusy('workerCalls'),
    );
    expect(await workerOf(2).call(async () => 'done')).toBe('done');
    await waiting;
    for (const { end } of calls) await end();
    expect(await workerOf(1).call(async () => 'done')).toBe('done');
  });

  test('has all connections and calls when it is the only one', async () => {
    workerOf = make(1);
    workerOf(1)
      .monitor(admission.monitor('test'))
      .addWaiting(admission.limit - 1);
    expect(workerOf(1).refusal()).toBeUndefined();
    const calls = Array.from({ length: 3 }, () => workerOf(1).run(() => Bun.sleep(200)));
    expect(await workerOf(1).run(async () => 'done')).toBe('done');
    await Promise.all(calls);
  });

  test('refuses further calls while it is slow and has most of those that the process takes', () => {
    const { addWaiting, setOldestSource, moment } = workerOf(1).monitor(admission.monitor('test'));
    const since = moment();
    setOldestSource(() => since);
    addWaiting(Math.ceil(admission.limit * WORKER_CALLS_SHARE));
    expect(workerOf(1).refusal()).toBeUndefined();
    clock.advance(ADMISSION_TARGET_MILLISECONDS + 1);
    expect(workerOf(1).refusal()).toEqual(new StoreBusy('workerCalls'));
    expect(workerOf(2).refusal()).toBeUndefined();
    expect(admission.tryAdmit()).toBe(true);
    addWaiting(-1);
    expect(workerOf(1).refusal()).toBeUndefined();
  });

  test('refuses nobody for one call that waits for a long time', async () => {
    const { end } = openCall(workerOf(1));
    passTooLong();
    expect([workerOf(1).refusal(), admission.tryAdmit()]).toEqual([undefined, true]);
    await end();
  });

  test('does not shrink the limit of all calls while it is late', () => {
    const { limit } = admission;
    const kind = admission.monitor('test');
    const monitor = workerOf(1).monitor(kind);
    kind.addWaiting(limit);
    monitor.setOldestSource(() => 0);
    passTooLong();
    monitor.recordBatch(1, 0, 0);
    expect(admission.limit).toBe(limit);
    workerOf(2).monitor(kind).recordBatch(1, 0, 0);
    expect(admission.limit).toBeLessThan(limit);
  });
});

describe('the batchers of workers', () => {
  interface Call {
    readonly shardId: number;
    readonly worker: number;
  }

  let batches: number[][];
  let gates: PromiseWithResolvers<void>[];
  let batchers: Batcher<Call, number>;
  const call = (shardId: number): Call => ({ shardId, worker: shardId % 2 });

  beforeEach(() => {
    batches = [];
    gates = [];
    batchers = createWorkerBatchers<Call, number>(
      ({ shardId, worker }) => ({ shardId, from: 0, to: 0, worker: workerOf(worker) }),
      {
        monitor: admission.monitor('test'),
        maxCalls: 10,
        maxQueuedCalls: 10,
        maxInFlight: 1,
        async run(calls) {
          batches.push(calls.map(({ shardId }) => shardId));
          const gate = Promise.withResolvers<void>();
          gates.push(gate);
          if (calls[0]?.worker === 1) await gate.promise;
          return calls.map(({ shardId }) => ({ value: shardId }));
        },
      },
    );
  });

  test('send calls of one shard together, and those of a worker that answers while another does not', async () => {
    const slow = [batchers.add(call(1)), batchers.add(call(3)), batchers.add(call(1))];
    expect(await Promise.all([2, 4, 2].map((shardId) => batchers.add(call(shardId))))).toEqual([2, 4, 2]);
    expect(batches).toEqual([[1, 1], [2, 2], [4]]);
    gates[0]?.resolve();
    while (gates.length < 4) await Bun.sleep(1);
    for (const gate of gates) gate.resolve();
    expect(await Promise.all(slow)).toEqual([1, 3, 1]);
    expect(batches[3]).toEqual([3]);
    await batchers.drain();
  });

  test('refuse calls for a worker that is slow and has most of the calls', async () => {
    const slow = batchers.add(call(1));
    workerOf(1)
      .monitor(admission.monitor('test'))
      .addWaiting(Math.ceil(admission.limit * WORKER_CALLS_SHARE));
    passTooLong();
    await expect(batchers.add(call(1))).rejects.toEqual(new StoreBusy('workerCalls'));
    expect(await batchers.add(call(2))).toBe(2);
    for (const gate of gates) gate.resolve();
    expect(await slow).toBe(1);
  });
});
