// A connection for set-up and commands: it has no statement time-out, and waits for a server that is just starting.
import { SQL } from 'bun';
import { systemClock } from '../../lib/clock.ts';
import { describeServers } from '../../lib/postgres-url.ts';
import { DATABASE_START_SECONDS } from '../../limits.ts';
import { StoreUnavailable, StoreUnusable } from '../ports/errors.ts';
import { tlsOptions } from './connect.ts';
import type { ExecutorOptions } from './executor.ts';
import { meaningOf } from './faults.ts';
import { openForCommand } from './servers.ts';

const pauseMilliseconds = 1_000;

/** The options that a connection to the database needs. */
export type PostgresServer = Pick<ExecutorOptions, 'url' | 'timeoutMilliseconds' | 'caFile' | 'log'>;

/** Runs work on a connection without a statement time-out. Waits for a server that is just starting. */
export async function withSetUpConnection<T>(
  options: PostgresServer,
  work: (sql: SQL) => Promise<T>,
): Promise<T> {
  const server = `PostgreSQL at ${describeServers(options.url)}`;
  // No wait mends a setting.
  tlsOptions(options.caFile);
  let deadline: number | undefined;
  for (let attempt = 1; ; attempt += 1) {
    let sql: SQL | undefined;
    try {
      sql = (await openForCommand(options)).connection;
      return await work(sql);
    } catch (error) {
      if (error instanceof StoreUnusable) throw error;
      const { message } = error as Error;
      deadline ??= systemClock.monotonic() + DATABASE_START_SECONDS * 1000;
      if (
        !(error instanceof StoreUnavailable || meaningOf(error) === 'unavailable') ||
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
      await sql?.close({ timeout: 1 });
    }
    await systemClock.sleep(pauseMilliseconds);
  }
}

/** True when waiting will not help: a wrong password, an unknown database, missing rights, a server without TLS. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof SQL.PostgresError)) return false;
  return error.code === 'ERR_POSTGRES_TLS_NOT_AVAILABLE' || /^(?:28|3D|42)/.test(error.errno ?? '');
}
