// The wait for a statement of a server that may be silent.
import { SQL } from 'bun';
import { SILENCE_MARGIN_MILLISECONDS } from '../../tuning.ts';
import { StoreUnavailable } from '../ports/errors.ts';

/** The server did not answer in time, not even by an error. */
export class StoreSilent extends StoreUnavailable {
  override readonly name = 'StoreSilent';

  constructor() {
    super('PostgreSQL did not answer in time');
  }
}

/** True for a statement or an attempt to connect that got no answer. */
export const isSilence = (error: unknown): boolean =>
  error instanceof StoreSilent ||
  (error instanceof SQL.PostgresError && error.code === 'ERR_POSTGRES_CONNECTION_TIMEOUT');

/**
 * Waits for a statement. The server ends it after the time-out. When the server does not report that either, it is silent.
 * @throws StoreSilent
 */
export async function rejectOnSilence<T>(
  statement: Promise<T>,
  timeoutMilliseconds: number,
  onSilence: () => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // Real timers, since the server is real. There are two: if this thread was busy for that time, an answer may have arrived, and
  // is read before the second timer.
  let timer = setTimeout(() => {
    timer = setTimeout(() => {
      reject(new StoreSilent());
      onSilence();
    }, SILENCE_MARGIN_MILLISECONDS);
  }, timeoutMilliseconds);
  statement.then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
