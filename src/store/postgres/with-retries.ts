// Retries of statements and transactions on PostgreSQL. Work is repeated only where it had no effect, or where a second run
// changes nothing.
import { systemClock } from '../../lib/clock.ts';
import { BATCH_RETRIES, CONNECTION_RETRIES } from '../../limits.ts';
import { LOCKED_ROW_PAUSE_MILLISECONDS } from '../../tuning.ts';
import { asStoreError } from './executor.ts';
import { isTimeout, meaningOf } from './faults.ts';

/**
 * Runs work, and repeats it after a failure that rolled it back, such as a deadlock.
 * @param isRepeatable repeats it also after a broken connection, when its outcome is unknown.
 * @param lockMilliseconds for how long it is repeated while another transaction holds a lock that it needs. It holds no connection
 *   between two attempts.
 * @throws StoreUnavailable when the database cannot serve, otherwise PostgreSQL's error.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  isRepeatable: boolean,
  lockMilliseconds = 0,
): Promise<T> {
  const lockedUntil = systemClock.monotonic() + lockMilliseconds;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isLocked = meaningOf(error) === 'locked' && systemClock.monotonic() < lockedUntil;
      if (!isLocked && !mayRepeat(error, attempt, isRepeatable)) throw asStoreError(error);
    }
    // A random pause, so that two batches that deadlocked do not meet again. It is real time, since the other batch is in a real
    // database.
    await systemClock.sleep(Math.random() * Math.min(10 * attempt, LOCKED_ROW_PAUSE_MILLISECONDS));
  }
}

function mayRepeat(error: unknown, attempt: number, isRepeatable: boolean): boolean {
  const meaning = meaningOf(error);
  if (meaning === 'again') return attempt <= BATCH_RETRIES;
  return isRepeatable && attempt <= CONNECTION_RETRIES && meaning === 'unavailable' && !isTimeout(error);
}
