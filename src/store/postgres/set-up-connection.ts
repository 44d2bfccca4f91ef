// A connection for set-up and commands: it has no statement time-out, and waits for a server that is just starting.
import { SQL } from 'bun';
import { systemClock } from '../../lib/clock.ts';
import { DATABASE_START_SECONDS } from '../../limits.ts';
import { StoreUnusable } from '../ports/errors.ts';
import type { ExecutorOptions } from './executor.ts';
import { meaningOf } from './faults.ts';

const pauseMilliseconds = 1_000;

/** The options that a connection to the database needs. */
export type PostgresServer = Pick<ExecutorOptions, 'url' | 'timeoutMilliseconds' | 'caFile' | 'log'>;

/** Runs work on a connection without a statement time-out. Waits for a server that is just starting. */
export async function withSetUpConnection<T>(
  options: PostgresServer,
  work: (sql: SQL) => Promise<T>,
): Promise<T> {
  const server = `PostgreSQL at ${addressOf(options.url)}`;
  let deadline: number | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const sql = new SQL(options.url, {
      max: 1,
      prepare: false,
      connectionTimeout: options.timeoutMilliseconds / 1000,
      ...(options.caFile !== undefined && { tls: { ca: Bun.file(options.caFile) } }),
    });
    try {
      return await work(sql);
    } catch (error) {
      if (error instanceof StoreUnusable) throw error;
      const { message } = error as Error;
      deadline ??= systemClock.monotonic() + DATABASE_START_SECONDS * 1000;
      if (
        meaningOf(error) !== 'unavailable' ||
        isRefusal(error) ||
        systemClock.monotonic() + pauseMilliseconds > deadline
      ) {
        throw new StoreUnusable(`${server}: ${message}`, { cause: error });
      }
      // The first line is a warning, since some operators log no lower level.
      const level = attempt === 1 ? 'warn' : 'info';
      options.log[level](
        { reason: message, attempt },
        `${server} is not ready (${message}); waiting up to ${DATABASE_START_SECONDS} seconds for it`,
      );
    } finally {
      await sql.close({ timeout: 1 });
    }
    await systemClock.sleep(pauseMilliseconds);
  }
}

/** Host and port alone, since a URL may hold a password. */
function addressOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname || 'localhost'}:${port || 5432}`;
}

/** True when waiting will not help: a wrong password, an unknown database, missing rights, a server without TLS. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof SQL.PostgresError)) return false;
  return error.code === 'ERR_POSTGRES_TLS_NOT_AVAILABLE' || /^(?:28|3D|42)/.test(error.errno ?? '');
}
