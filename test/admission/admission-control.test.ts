// Admission control by the number of calls at the store: the limit shrinks when calls wait too long, and grows when it is
// nearly reached and no call waits too long.
import { beforeEach, describe, expect, test } from 'bun:test';
import {
  type AdmissionControl,
  type BatchMonitor,
  createAdmissionControl,
} from '../../src/admission/admission-control.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { ADMISSION_MAX_CALLS, ADMISSION_MIN_CALLS } from '../../src/limits.ts';
import {
  ADMISSION_START_CALLS,
  ADMISSION_TARGET_MILLISECONDS,
  CITUS_ADMISSION_TARGET_MILLISECONDS,
} from '../../src/tuning.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';

let clock: ManualClock;
let admission: AdmissionControl;
let monitor: BatchMonitor;
beforeEach(() => {
  clock = manualClock();
  admission = createAdmissionControl({ clock, metrics: createMetrics() });
  monitor = admission.monitor('test');
});

/** Lets calls arrive, and their batch return after some milliseconds. */
function batch(calls: number, milliseconds: number): void {
  const queuedAt = monitor.moment();
  monitor.addWaiting(calls);
  clock.advance(milliseconds);
  monitor.recordBatch(calls, queuedAt, queuedAt);
  monitor.addWaiting(-calls);
}

describe('admission control of the store', () => {
  test('refuses requests at the limit, and admits them once calls have returned', () => {
    monitor.addWaiting(ADMISSION_START_CALLS - 1);
    expect(admission.tryAdmit()).toBe(true);
    monitor.addWaiting(1);
    expect([admission.tryAdmit(), admission.calls]).toEqual([false, ADMISSION_START_CALLS]);
    monitor.addWaiting(-1);
    expect(admission.tryAdmit()).toBe(true);
  });

  test('refuses a request with half the share at half the calls', () => {
    monitor.addWaiting(ADMISSION_START_CALLS / 2 - 1);
    expect([admission.tryAdmit(0.5), admission.tryAdmit()]).toEqual([true, true]);
    monitor.addWaiting(1);
    expect([admission.tryAdmit(0.5), admission.tryAdmit()]).toEqual([false, true]);
    // Only requests with the whole share are counted.
    expect(admission.admitted).toBe(2);
  });

  test('admits a request however long one call waits', () => {
    const since = monitor.moment();
    monitor.setOldestSource(() => since);
    monitor.addWaiting(1);
    clock.advance(60_000);
    expect(admission.tryAdmit()).toBe(true);
  });

  test('counts calls that no player asked for apart: they refuse servers, and no player', () => {
    const others = admission.monitor('test of others', 'others');
    const queuedAt = others.moment();
    others.addWaiting(ADMISSION_START_CALLS);
    expect([admission.tryAdmit(0.5), admission.tryAdmit(), admission.calls]).toEqual([false, true, 0]);
    clock.advance(ADMISSION_TARGET_MILLISECONDS + 1);
    others.recordBatch(ADMISSION_START_CALLS, queuedAt, queuedAt);
    expect(admission.limit).toBe(ADMISSION_START_CALLS);
    others.addWaiting(-ADMISSION_START_CALLS);
    expect(admission.tryAdmit(0.5)).toBe(true);
  });

  test('lowers the limit when calls waited too long, down to its minimum', () => {
    batch(1_000, ADMISSION_TARGET_MILLISECONDS + 1);
    expect(admission.limit).toBe(Math.floor(ADMISSION_START_CALLS * 0.8));
    for (let n = 0; n < 100; n += 1) batch(1_000, ADMISSION_TARGET_MILLISECONDS + 1);
    expect(admission.limit).toBe(ADMISSION_MIN_CALLS);
  });

  test('keeps the limit at its start where longer waits are tolerated, and lowers it when they are longer still', () => {
    admission.tolerate(CITUS_ADMISSION_TARGET_MILLISECONDS);
    batch(1_000, CITUS_ADMISSION_TARGET_MILLISECONDS - 1);
    expect(admission.limit).toBeGreaterThan(ADMISSION_START_CALLS);
    for (let n = 0; n < 100; n += 1) batch(1_000, ADMISSION_TARGET_MILLISECONDS - 1);
    const high = admission.limit;
    // Above the start the usual wait decides, and does not bring the limit below it.
    batch(high, ADMISSION_TARGET_MILLISECONDS + 1);
    expect(admission.limit).toBeLessThan(high);
    for (let n = 0; n < 100; n += 1) batch(high, ADMISSION_TARGET_MILLISECONDS + 1);
    expect(admission.limit).toBeGreaterThanOrEqual(ADMISSION_START_CALLS);
    for (let n = 0; n < 100; n += 1) batch(high, CITUS_ADMISSION_TARGET_MILLISECONDS + 1);
    expect(admission.limit).toBe(ADMISSION_MIN_CALLS);
  });

  test('lowers the limit once per period of long waits, however many batches it has', () => {
    const queuedAt = monitor.moment();
    monitor.addWaiting(1_000);
    clock.advance(ADMISSION_TARGET_MILLISECONDS + 1);
    for (let n = 0; n < 10; n += 1) monitor.recordBatch(100, queuedAt, queuedAt);
    expect(admission.limit).toBe(Math.floor(ADMISSION_START_CALLS * 0.8));
  });

  test('keeps the limit when few calls waited too long', () => {
    batch(100, ADMISSION_TARGET_MILLISECONDS + 1);
    expect(admission.limit).toBe(ADMISSION_START_CALLS);
  });

  test('keeps the limit at its start or above, and raises it, while refusals take much of the time', () => {
    for (let n = 0; n < 3; n += 1) {
      const queuedAt = monitor.moment();
      monitor.addWaiting(5_000);
      for (let caller = 0; caller < 10_000; caller += 1) admission.tryAdmit();
      clock.advance(ADMISSION_TARGET_MILLISECONDS + 1);
      monitor.recordBatch(1_000, queuedAt, queuedAt);
      monitor.addWaiting(-5_000);
    }
    expect(admission.limit).toBeGreaterThan(ADMISSION_START_CALLS);
  });

  test('raises the limit quickly when nearly all requests are refused, however small the batches', () => {
    for (let n = 0; n < 20; n += 1) {
      const queuedAt = monitor.moment();
      monitor.addWaiting(admission.limit);
      for (let caller = 0; caller < 10_000; caller += 1) admission.tryAdmit();
      clock.advance(ADMISSION_TARGET_MILLISECONDS + 1);
      monitor.recordBatch(100, queuedAt, queuedAt);
      monitor.addWaiting(-admission.calls);
    }
    expect(admission.limit).toBeGreaterThan(5 * ADMISSION_START_CALLS);
  });

  test('raises the limit when it is nearly reached and no call waits too long, up to its maximum', () => {
    for (let n = 0; n < 100; n += 1) batch(1_000, ADMISSION_TARGET_MILLISECONDS + 1);
    for (let n = 0; n < 1_000; n += 1) batch(admission.limit, 10);
    expect(admission.limit).toBe(ADMISSION_MAX_CALLS);
  });

  test('keeps the limit while the calls under way stay far below it', () => {
    for (let n = 0; n < 100; n += 1) batch(10, 1);
    expect(admission.limit).toBe(ADMISSION_START_CALLS);
  });
});
