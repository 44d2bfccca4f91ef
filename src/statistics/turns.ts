// The turns of the answers that are made at once. They share the slices of the thread, one after the other, so a short answer does
// not wait for the long ones before it. Their number is bounded, since each has its rows in memory.
import type { Clock } from '../lib/clock.ts';
import { STATISTICS_ANSWERS_AT_ONCE } from '../tuning.ts';
import type { Pause } from './figures.ts';

export interface Turns {
  /** Makes an answer, which calls `pause` between its rows. */
  run<T>(make: (pause: Pause) => Promise<T>): Promise<T>;
}

/**
 * @param yieldIfDue lets other work of the process run, once the thread was kept for a slice
 * @param signal ends the rests between slices
 */
export function createTurns(clock: Pick<Clock, 'sleep'>, yieldIfDue: Pause, signal: AbortSignal): Turns {
  const resting: (() => void)[] = [];
  const queued: (() => void)[] = [];
  let isResting = false;
  let running = 0;

  /** The next answer has the thread. It may also wait for the database or end, and then the one after it has the thread. */
  function resume(): void {
    resting.shift()?.();
    if (resting.length > 0)
      void clock.sleep(0, signal).then(() => {
        if (!isResting && !beginRest()) resume();
      });
  }

  /** @returns false while the slice is not used up */
  function beginRest(): boolean {
    const rest = yieldIfDue();
    if (!rest) return false;
    isResting = true;
    void rest.then(() => {
      isResting = false;
      resume();
    });
    return true;
  }

  function pause(): Promise<void> | undefined {
    return isResting || beginRest() ? new Promise((resolve) => resting.push(resolve)) : undefined;
  }

  return {
    async run(make) {
      if (running < STATISTICS_ANSWERS_AT_ONCE) running += 1;
      else await new Promise<void>((resolve) => queued.push(resolve));
      try {
        return await make(pause);
      } finally {
        const next = queued.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
