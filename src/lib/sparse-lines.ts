// Lines of the log that come at most once in a time, so that callers cannot fill the log. The next line counts those that were left out.
import type { Clock } from './clock.ts';

/** Writes a line, or leaves it out. */
export type SparseLine = (write: (count: { readonly leftOut?: number }) => void) => void;

export function createSparseLine(clock: Clock, milliseconds: number): SparseLine {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return (write) => {
    const now = clock.monotonic();
    if (now - writtenAt < milliseconds) {
      leftOut += 1;
      return;
    }
    write({ ...(leftOut > 0 && { leftOut }) });
    writtenAt = now;
    leftOut = 0;
  };
}
