// A clock that stands still until a test moves it; what is due by then runs once.
import type { Clock } from '../../src/lib/clock.ts';

export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
}

export function manualClock(start = Date.parse('2026-01-02T03:04:05.678Z')): ManualClock {
  let now = start;
  const timers = new Set<{ due: number; readonly milliseconds: number; readonly run: () => void }>();
  return {
    now: () => now,
    monotonic: () => now - start,
    every(milliseconds, run) {
      const timer = { due: now + milliseconds, milliseconds, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(milliseconds) {
      now += milliseconds;
      for (const timer of timers) {
        if (timer.due > now) continue;
        timer.due = now + timer.milliseconds;
        timer.run();
      }
    },
  };
}
