// A clock that stands still until a test moves it.
import type { Clock } from '../../src/lib/clock.ts';

export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
}

export function manualClock(start = Date.parse('2026-01-02T03:04:05.678Z')): ManualClock {
  let now = start;
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
