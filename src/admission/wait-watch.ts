// The longest wait of a call, over several batchers. After a second of waiting the calls behind it are refused.
import { ADMISSION_MAX_WAIT_MILLISECONDS } from '../limits.ts';
import { ADMISSION_CHECK_MILLISECONDS } from '../tuning.ts';

export interface WaitWatch {
  /** Adds a source of the time since which its oldest call waits. */
  addSource(oldest: () => number | undefined): void;
  /** The longest wait up to now, in milliseconds. */
  longest(now: number): number;
  /** True while a call has waited too long. Every request asks, so the waits are looked at once in a while. */
  isLate(): boolean;
}

/** @param moment a monotonic clock in milliseconds */
export function createWaitWatch(moment: () => number): WaitWatch {
  const sources: (() => number | undefined)[] = [];
  let checkedAt = Number.NEGATIVE_INFINITY;
  let wasLate = false;

  function longest(now: number): number {
    let milliseconds = 0;
    for (const oldest of sources) milliseconds = Math.max(milliseconds, now - (oldest() ?? now));
    return milliseconds;
  }

  return {
    longest,
    addSource: (oldest) => void sources.push(oldest),
    isLate() {
      const now = moment();
      if (now - checkedAt >= ADMISSION_CHECK_MILLISECONDS) {
        wasLate = longest(now) > ADMISSION_MAX_WAIT_MILLISECONDS;
        checkedAt = now;
      }
      return wasLate;
    },
  };
}
