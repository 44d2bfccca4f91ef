// The manual clock, which stands still until a test moves it. A jump runs each due timer once, as after a machine was asleep.
// Passing time runs every timer at its own moment, in order.
import type { Clock } from '../../src/lib/clock.ts';

export interface ManualClock extends Clock {
  /** The number of sleeps and repetitions that wait for time to move. */
  readonly pending: number;
  /** Jumps. Each due timer has run once when this returns; promises settle later. A jump backwards runs no timer. */
  advance(milliseconds: number): void;
  /** Lets time pass from one due moment to the next. Promises settle in between, so timers that they start are due in time. */
  pass(milliseconds: number): Promise<void>;
  /**
   * Lets time pass, ten times as fast as real time, until a promise has settled. For work that sleeps and also waits for a
   * socket, which needs real time.
   */
  passUntil<T>(promise: Promise<T>): Promise<T>;
}

interface Timer {
  /** On the monotonic clock. */
  due: number;
  /** Undefined for a timer that runs once. */
  readonly interval: number | undefined;
  readonly run: () => void;
}

export function manualClock(start = Date.parse('2026-01-02T03:04:05.678Z')): ManualClock {
  let elapsed = 0;
  /** The amount by which the wall clock was set, which moves no timer. */
  let offset = start;
  const timers = new Set<Timer>();

  function add(milliseconds: number, interval: number | undefined, run: () => void): () => void {
    const timer = { due: elapsed + milliseconds, interval, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  }

  function runDue(): void {
    const due = [...timers].filter((timer) => timer.due <= elapsed).sort((a, b) => a.due - b.due);
    for (const timer of due) {
      // An earlier timer may have ended it.
      if (!timers.has(timer)) continue;
      if (timer.interval === undefined) timers.delete(timer);
      else timer.due = elapsed + timer.interval;
      timer.run();
    }
  }

  async function pass(milliseconds: number): Promise<void> {
    const end = elapsed + milliseconds;
    for (;;) {
      await settle();
      const next = Math.min(...[...timers].map(({ due }) => due));
      if (next > end) break;
      elapsed = Math.max(elapsed, next);
      runDue();
    }
    elapsed = Math.max(elapsed, end);
  }

  return {
    get pending() {
      return timers.size;
    },
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    sleep(milliseconds, signal) {
      if (signal?.aborted) return Promise.resolve();
      if (milliseconds <= 0) return turn();
      return new Promise((resolve) => {
        const wake = (): void => {
          remove();
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const remove = add(milliseconds, undefined, wake);
        signal?.addEventListener('abort', wake);
      });
    },
    every: (milliseconds, run) => add(milliseconds, milliseconds, run),
    advance(milliseconds) {
      if (milliseconds < 0) offset += milliseconds;
      else elapsed += milliseconds;
      runDue();
    },
    pass,
    async passUntil(promise) {
      let isSettled = false;
      const settled = () => {
        isSettled = true;
      };
      promise.then(settled, settled);
      while (!isSettled) {
        await pass(10);
        await Bun.sleep(1);
      }
      return promise;
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Some turns of the event loop: enough for promises and writes to an embedded file, not for a network. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await turn();
}
