// Time, handed in to what uses it: `Date.now` and `performance.now` are called here and nowhere else. A test brings a clock of
// its own, so it moves time and never sits through it.

export interface Clock {
  /** Milliseconds since the Unix epoch. It may step backwards when the machine's clock is set. */
  now(): number;
  /** Milliseconds since some moment, with fractions; never backwards. Used for durations. */
  monotonic(): number;
  /**
   * Resolves after so many milliseconds, or at once when the signal aborts, and never rejects. A sleep of 0 lets the event
   * loop do its other work first.
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Runs something again and again, first after one interval, until the returned function is called. */
  every(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep(milliseconds, signal) {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal?.addEventListener('abort', end);
    });
  },
  every(milliseconds, run) {
    const timer = setInterval(run, milliseconds);
    return () => clearInterval(timer);
  },
};

let last = { milliseconds: Number.NaN, text: '' };

/** ISO 8601 in UTC with milliseconds and `Z`. The last text is cached, since writes of one commit have one time. */
export function toTimestamp(milliseconds: number): string {
  if (milliseconds !== last.milliseconds) last = { milliseconds, text: new Date(milliseconds).toISOString() };
  return last.text;
}
