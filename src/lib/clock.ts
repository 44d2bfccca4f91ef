// Time, as something that is handed in: the service reads it here and nowhere else, and tests bring their own.

export interface Clock {
  /** Milliseconds since the Unix epoch. It may step backwards when the machine's clock is set. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds and `Z`. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
