// SQLite works in the thread that serves HTTP, so what shares a transaction may take that long and no longer, whatever callers
// made it of: a patch of 39 bytes may cost a tenth of a second. What is left over has the next turn of the event loop.
import type { Clock } from '../../lib/clock.ts';
import { SQLITE_TURN_MILLISECONDS } from '../../limits.ts';

/** Does one after the other until the time is over; answers what came of those that were done, one at least. */
export function whileInTime<Work, Result>(
  clock: Clock,
  list: readonly Work[],
  work: (each: Work) => Result,
): Result[] {
  const until = clock.monotonic() + SQLITE_TURN_MILLISECONDS;
  const results: Result[] = [];
  for (const each of list) {
    results.push(work(each));
    if (clock.monotonic() >= until) break;
  }
  return results;
}
