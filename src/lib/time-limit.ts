// A bound on the time of work that a signal can end, such as a fetch.
import type { Clock } from './clock.ts';

/**
 * @param work gets a signal that aborts after this time
 * @throws what the work throws then, by its signal a DOMException named `TimeoutError`
 */
export async function withTimeLimit<T>(
  clock: Pick<Clock, 'sleep'>,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const done = new AbortController();
  void clock
    .sleep(milliseconds, done.signal)
    .then(() => late.abort(new DOMException('The operation timed out.', 'TimeoutError')));
  try {
    return await work(late.signal);
  } finally {
    done.abort();
  }
}
