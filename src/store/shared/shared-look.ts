// A look that anyone may ask for, such as a probe: callers at the same time share one, and between two there is a pause. So callers
// cannot choose how often the database is asked, and each answer is as new as its look.
import type { Clock } from '../../lib/clock.ts';

export function createSharedLook<T>(
  look: () => Promise<T>,
  pauseMilliseconds: number,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  let endedAt = Number.NEGATIVE_INFINITY;

  async function next(): Promise<T> {
    const left = endedAt + pauseMilliseconds - clock.monotonic();
    if (left > 0) await clock.sleep(left);
    try {
      return await look();
    } finally {
      endedAt = clock.monotonic();
      underWay = undefined;
    }
  }

  return () => {
    underWay ??= next();
    return underWay;
  };
}
