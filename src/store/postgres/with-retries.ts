// Retries of statements and transactions on PostgreSQL. Work is repeated only where it had no effect, or where a second run
// changes nothing.
import { systemClock } from '../../lib/clock.ts';
import { BATCH_RETRIES, CONNECTION_RETRIES } from '../../limits.ts';
import { asStoreError } from './executor.ts';
import { isTimeout, meaningOf } from './faults.ts';

/**
 * Runs work, and repeats it after a failure that rolled it back, such as a deadlock.
 * @param isRepeatable repeats it also after a broken connection, when its outcome is unknown.
 * @throws StoreUnavailable when the database cannot serve, otherwise PostgreSQL's error.
 */
export async function withRetries<T>(work: () => Promise<T>, isRepeatable: boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!mayRepeat(error, attempt, isRepeatable)) throw asStoreError(error);
    }
    // A random pause, so that two batches that deadlocked do not meet again. It is real time, since the other batch is in a real
    // database.
    await systemClock.sleep(Math.random() * 10 * attempt);
  }
}

function mayRepeat(error: unknown, attempt: number, isRepeatable: boolean): boolean {
  const meaning = meaningOf(error);
  if (meaning === 'again') return attempt <= BATCH_RETRIES;
  return isRepeatable && attempt <= CONNECTION_RETRIES && meaning === 'unavailable' && !isTimeout(error);
}
