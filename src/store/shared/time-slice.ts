// The work of calls runs in the thread that serves HTTP, and a patch of 39 bytes may cost a tenth of a second. So a batch keeps
// the thread for one time slice. Its rest runs in the next turn of the event loop.
import type { Clock } from '../../lib/clock.ts';
import { TIME_SLICE_MILLISECONDS } from '../../tuning.ts';

/**
 * Does one after the other until the time is over; answers what came of those that were done, one at least.
 * @param took is told how long each took, in milliseconds
 */
export function runTimeSlice<Work, Result>(
  clock: Pick<Clock, 'monotonic'>,
  list: readonly Work[],
  work: (each: Work) => Result,
  took: (each: Work, milliseconds: number) => void,
): Result[] {
  let last = clock.monotonic();
  const until = last + TIME_SLICE_MILLISECONDS;
  const results: Result[] = [];
  for (const each of list) {
    results.push(work(each));
    const now = clock.monotonic();
    took(each, now - last);
    last = now;
    if (now >= until) break;
  }
  return results;
}
