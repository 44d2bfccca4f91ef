// The source of time and of waiting, passed to the code that uses it. `Date.now` and `performance.now` are called here and
// nowhere else, so a test with a clock of its own moves time and does not wait.

export interface Clock {
  /** Milliseconds since the Unix epoch. It may step backwards when the machine's clock is set. */
  now(): number;
  /** Milliseconds since a fixed moment, with fractions, for durations. It never steps backwards. */
  monotonic(): number;
  /**
   * Resolves after so many milliseconds, or as soon as the signal aborts. Never rejects. During a sleep of 0 the event loop does
   * its other work.
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Calls `run` at the end of each interval until the returned function is called. */
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

/** A time in ISO 8601, UTC, with milliseconds and `Z`. The last text is cached, since writes of a commit share their time. */
export function toTimestamp(milliseconds: number): string {
  if (milliseconds !== last.milliseconds) last = { milliseconds, text: new Date(milliseconds).toISOString() };
  return last.text;
}

const timestampForm =
  /^(?<date>\d{4}-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/**
 * Reads a time in ISO 8601: a date, `T`, a time, and `Z` or an offset; a date alone is its midnight in UTC. Digits past the
 * milliseconds are cut off.
 * @returns milliseconds since the Unix epoch; undefined for any other text, and for a day that no calendar has.
 */
export function parseTimestamp(text: string): number | undefined {
  const date = timestampForm.exec(text)?.groups?.date;
  if (date === undefined) return undefined;
  const midnight = new Date(`${date}T00:00:00Z`);
  // JavaScript may take the 30th of February for a day in March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(date)) return undefined;
  return Date.parse(text.replace(/(\.\d{3})\d+/, '$1'));
}
