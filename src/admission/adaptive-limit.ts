// The limit on calls at the store. It adapts to the wait of the first call of each batch: it shrinks when that call has
// waited too long, and grows while the limit is nearly reached and batches leave in time.
import { ADMISSION_MAX_CALLS, ADMISSION_MIN_CALLS } from '../limits.ts';
import {
  ADMISSION_OVERLOAD_TARGET_MILLISECONDS,
  ADMISSION_REFUSAL_MILLISECONDS,
  ADMISSION_START_CALLS,
  ADMISSION_TARGET_MILLISECONDS,
} from '../tuning.ts';

export interface AdaptiveLimit {
  readonly maxCalls: number;
  countRefusal(): void;
  /** Sets the wait that lowers the limit below its start, where statements take long and few calls make them no shorter. */
  tolerate(milliseconds: number): void;
  /**
   * Adapts the limit after a batch has returned.
   * @param calls the number of calls at the store, those of the batch included
   * @param settled the number of calls of the batch
   * @param queuedAt the moment in milliseconds at which its first call began to wait
   */
  adapt(calls: number, settled: number, queuedAt: number): void;
}

/** @param moment a monotonic clock in milliseconds. */
export function createAdaptiveLimit(moment: () => number): AdaptiveLimit {
  let maxCalls = ADMISSION_START_CALLS;
  let shrunkAt = Number.NEGATIVE_INFINITY;
  let refused = 0;
  let refusedBefore = 0;
  let measuredAt = moment();
  let isBusyRefusing = false;
  let toleratedMilliseconds = ADMISSION_TARGET_MILLISECONDS;

  /**
   * Measures whether refusals take more than a quarter of the time. A lower limit would only refuse more then, so longer waits are
   * allowed, and the limit stays at its start or above. One measurement spans a tenth of a second or more.
   */
  function measureRefusals(now: number): boolean {
    const elapsed = now - measuredAt;
    if (elapsed >= ADMISSION_TARGET_MILLISECONDS) {
      isBusyRefusing = (refused - refusedBefore) * ADMISSION_REFUSAL_MILLISECONDS > elapsed / 4;
      refusedBefore = refused;
      measuredAt = now;
    }
    return isBusyRefusing;
  }

  function grow(calls: number, more: number): void {
    if (calls > maxCalls / 2) maxCalls = Math.min(ADMISSION_MAX_CALLS, maxCalls + Math.ceil(more));
  }

  function shrink(calls: number, queuedAt: number, minCalls: number): void {
    // So few calls cannot be the cause of the wait.
    if (calls * 4 < maxCalls) return;
    // A call that began to wait before the last reduction is no sign that the limit is still too high.
    if (queuedAt < shrunkAt) return;
    maxCalls = Math.max(minCalls, Math.floor(maxCalls * 0.8));
    shrunkAt = moment();
  }

  return {
    get maxCalls() {
      return maxCalls;
    },
    countRefusal() {
      refused += 1;
    },
    tolerate(milliseconds) {
      toleratedMilliseconds = milliseconds;
    },
    adapt(calls, settled, queuedAt) {
      const now = moment();
      const isRefusing = measureRefusals(now);
      const [target, minCalls] = findTarget(isRefusing, maxCalls, toleratedMilliseconds);
      if (now - queuedAt > target) shrink(calls, queuedAt, minCalls);
      // Growth by a tenth of a batch would take minutes to recover from a limit that refuses nearly all requests.
      else grow(calls, isRefusing ? maxCalls / 8 : settled / 10);
    },
  };
}

/** The wait that is too long now, and how far the limit may fall by it. */
function findTarget(
  isRefusing: boolean,
  maxCalls: number,
  toleratedMilliseconds: number,
): readonly [milliseconds: number, minCalls: number] {
  if (isRefusing) return [ADMISSION_OVERLOAD_TARGET_MILLISECONDS, ADMISSION_START_CALLS];
  const isTolerant = toleratedMilliseconds > ADMISSION_TARGET_MILLISECONDS;
  if (isTolerant && maxCalls > ADMISSION_START_CALLS)
    return [ADMISSION_TARGET_MILLISECONDS, ADMISSION_START_CALLS];
  return [toleratedMilliseconds, ADMISSION_MIN_CALLS];
}
