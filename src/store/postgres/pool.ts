// The connections to PostgreSQL. Every statement ends within the time-out, whatever became of the network; a pool whose
// statement did not end is given up as a whole and replaced, since its connections may hang for good.
import { SQL } from 'bun';
import type { Log } from '../../lib/log.ts';
import { SILENCE_MARGIN_MILLISECONDS } from '../../limits.ts';
import { StoreUnavailable } from '../store.ts';
import { meaningOf } from './faults.ts';

export interface PoolOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly timeoutMilliseconds: number;
  /** False behind a pooler in transaction mode that does not keep named statements. */
  readonly preparedStatements: boolean;
  readonly caFile: string | undefined;
  readonly log: Log;
}

export type Row = Record<string, unknown>;

export interface Queries {
  /** Runs one statement. Errors come as PostgreSQL has them, or as `StoreUnavailable` when it did not end in time. */
  query<R extends object>(text: string, parameters?: readonly unknown[]): Promise<readonly R[]>;
}

export interface Pool extends Queries {
  /** Runs statements in one transaction, rolled back when `work` throws. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * The same for housekeeping, which may take its time but holds nobody up: a lock that is not to be had within a
   * second ends it.
   */
  housekeeping<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createPool(options: PoolOptions): Pool {
  let sql = connect(options);

  /** Rejects at the time-out, and lets go of the pool that did not answer. */
  async function inTime<T>(used: SQL, work: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new StoreUnavailable('PostgreSQL did not answer in time'));
      if (sql !== used) return;
      sql = connect(options);
      options.log.warn('PostgreSQL did not answer in time; its connections are replaced');
      void used.close({ timeout: 0 }).catch(() => undefined);
      // The server ends a statement that takes its time; this is for a server that no longer says so.
    }, options.timeoutMilliseconds + SILENCE_MARGIN_MILLISECONDS);
    try {
      return await Promise.race([work, late.promise]);
    } catch (error) {
      // The closing of a pool that was given up fails whatever else it was doing: too late for those too.
      if (sql !== used && meaningOf(error) === 'unavailable') throw asStoreError(error);
      throw error;
    } finally {
      clearTimeout(timer);
      void work.catch(() => undefined);
    }
  }

  return {
    async query<R extends object>(text: string, parameters: readonly unknown[] = []) {
      const used = sql;
      return (await inTime(used, used.unsafe(text, [...parameters]))) as R[];
    },
    transaction(work) {
      const used = sql;
      return inTime(
        used,
        used.begin((transaction) => work(queriesOf(transaction))) as ReturnType<typeof work>,
      );
    },
    housekeeping(work) {
      return sql.begin(async (transaction) => {
        await transaction.unsafe("SET LOCAL statement_timeout = '10min'");
        await transaction.unsafe("SET LOCAL lock_timeout = '1s'");
        return work(queriesOf(transaction));
      }) as ReturnType<typeof work>;
    },
    close: () => sql.close({ timeout: options.timeoutMilliseconds / 1000 }),
  };
}

/**
 * Every statement goes by key, in the order of its input, whatever statistics say of a table that has just grown: so rows
 * are locked in key order, and batches do not deadlock.
 */
export const plannerSettings = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
} as const;

const queriesOf = (sql: SQL): Queries => ({
  query: async <R extends object>(text: string, parameters: readonly unknown[] = []) =>
    (await sql.unsafe(text, [...parameters])) as R[],
});

function connect({ url, poolSize, timeoutMilliseconds, preparedStatements, caFile }: PoolOptions): SQL {
  return new SQL(url, {
    max: poolSize,
    prepare: preparedStatements,
    connectionTimeout: timeoutMilliseconds / 1000,
    connection: {
      application_name: 'playkeep',
      // A pooler refuses settings that it does not track; there the time-out of this side has to do.
      ...(preparedStatements && {
        statement_timeout: timeoutMilliseconds,
        idle_in_transaction_session_timeout: timeoutMilliseconds,
        ...plannerSettings,
      }),
    },
    ...(caFile !== undefined && { tls: { ca: Bun.file(caFile) } }),
  });
}

/** Turns what means that the database cannot serve now into `StoreUnavailable`. */
export function asStoreError(error: unknown): unknown {
  const meaning = meaningOf(error);
  if (meaning !== 'unavailable' && meaning !== 'again') return error;
  return new StoreUnavailable('PostgreSQL cannot serve', { cause: error });
}
