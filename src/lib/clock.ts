// Time, as something that is handed in: the service reads it here and nowhere else, and tests bring their own.

export interface Clock {
  /** Milliseconds since the Unix epoch. It may step backwards when the machine's clock is set. */
  now(): number;
  /** Milliseconds since some moment, with fractions; never backwards. For how long something took. */
  monotonic(): number;
  /** Runs something again and again, first after one interval, until the returned function is called. */
  every(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  every(milliseconds, run) {
    const timer = setInterval(run, milliseconds);
    return () => clearInterval(timer);
  },
};

let last = { milliseconds: Number.NaN, text: '' };

/** ISO 8601 in UTC with milliseconds and `Z`. Remembers the last one: what is committed together has one time. */
export function toTimestamp(milliseconds: number): string {
  if (milliseconds !== last.milliseconds) last = { milliseconds, text: new Date(milliseconds).toISOString() };
  return last.text;
}
