// One time slice of work in the thread that serves HTTP. A patch of 39 bytes may take a tenth of a second, so a batch keeps
// the thread for a time slice, and the rest of it runs in the next turn of the event loop.
import type { Clock } from '../../lib/clock.ts';
import { TIME_SLICE_MILLISECONDS } from '../../tuning.ts';

/**
 * Runs calls one after the other until the time slice is used up, at least one.
 * @param charge receives the milliseconds that each call took.
 * @returns the results of the calls that ran, the first ones of the list.
 */
export function runTimeSlice<Call, Result>(
  clock: Pick<Clock, 'monotonic'>,
  calls: readonly Call[],
  run: (call: Call, index: number) => Result,
  charge: (call: Call, milliseconds: number) => void,
): Result[] {
  let last = clock.monotonic();
  const until = last + TIME_SLICE_MILLISECONDS;
  const results: Result[] = [];
  for (const call of calls) {
    results.push(run(call, results.length));
    const now = clock.monotonic();
    charge(call, now - last);
    last = now;
    if (now >= until) break;
  }
  return results;
}
