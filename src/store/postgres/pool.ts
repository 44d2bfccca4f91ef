// The connections to PostgreSQL. Every statement ends within the time-out, whatever became of the network; a pool whose
// statement did not end is given up as a whole and replaced, since its connections may hang for good.
import { type ReservedSQL, SQL } from 'bun';
import type { Log } from '../../lib/log.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { HOUSEKEEPING_TIMEOUTS, SILENCE_MARGIN_MILLISECONDS } from '../../limits.ts';
import type { StoreLoad } from '../load.ts';
import { StoreUnavailable } from '../store.ts';
import { meaningOf } from './faults.ts';
import { createSlots } from './slots.ts';

export interface PoolOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly timeoutMilliseconds: number;
  /** False behind a pooler in transaction mode that does not keep named statements. */
  readonly preparedStatements: boolean;
  readonly caFile: string | undefined;
  readonly load: StoreLoad;
  readonly metrics: Metrics;
  readonly log: Log;
}

export type Row = Record<string, unknown>;

export interface Queries {
  /** Runs one statement. Errors come as PostgreSQL has them, or as `StoreUnavailable` when it did not end in time. */
  query<R extends object>(text: string, parameters?: readonly unknown[]): Promise<readonly R[]>;
}

export interface Pool extends Queries {
  /** Runs statements in one transaction, rolled back when `work` throws. Those of all callers take three quarters of the connections at most. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Work on a connection of its own, which may take its time and holds no request up. An abort ends it, as it is. */
  housekeeping(signal: AbortSignal, work: (queries: Queries) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Runs statements of one connection in one transaction, rolled back when `work` throws. */
export async function inTransaction<T>(queries: Queries, work: () => Promise<T>): Promise<T> {
  try {
    await queries.query('BEGIN');
    const result = await work();
    await queries.query('COMMIT');
    return result;
  } catch (error) {
    // After a time-out the connection is gone, and this fails too.
    await queries.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The statements of a connection, without a time-out of this side. */
export const queriesOf = (sql: SQL): Queries => ({
  query: async <R extends object>(text: string, parameters: readonly unknown[] = []) =>
    (await sql.unsafe(text, [...parameters])) as R[],
});

export function createPool(options: PoolOptions): Pool {
  const { timeoutMilliseconds, metrics } = options;
  const transactions = options.load.batcher('transaction');
  const replacements = metrics.counter({
    name: 'playkeep_pool_replacements_total',
    help: 'Times that PostgreSQL fell silent and all connections were replaced.',
  });
  let statements = 0;
  metrics.gauge(
    { name: 'playkeep_pool_statements', help: 'Statements under way at PostgreSQL.' },
    () => statements,
  );
  metrics.gauge(
    { name: 'playkeep_pool_size', help: 'Connections that this process may open to PostgreSQL.' },
    () => options.poolSize,
  );
  let sql = connect(options);
  // Whoever has a slot has a connection: one that waited for it in the client would look like a server that is silent.
  const connections = createSlots(options.poolSize, timeoutMilliseconds);
  // A transaction keeps its connection from one statement to the next; batches must not wait behind many of them.
  const inTransactions = createSlots(
    Math.max(1, Math.floor((options.poolSize * 3) / 4)),
    timeoutMilliseconds,
  );

  /** Runs a statement of a pool; if it does not end in time, lets go of that pool. */
  async function inTime<T>(used: SQL, statement: Promise<T>): Promise<T> {
    statements += 1;
    try {
      return await unlessSilent(statement, timeoutMilliseconds, () => {
        if (sql !== used) return;
        sql = connect(options);
        replacements.value += 1;
        options.log.warn('PostgreSQL did not answer in time; its connections are replaced');
        void used.close({ timeout: 0 }).catch(() => undefined);
      });
    } catch (error) {
      // The closing of a pool that was given up fails whatever else it was doing: too late for those too.
      if (sql !== used && meaningOf(error) === 'unavailable') throw asStoreError(error);
      throw error;
    } finally {
      statements -= 1;
    }
  }

  /** A connection of its own. None to be had in time is nobody's silence: the pool stays. */
  async function reserve(used: SQL): Promise<ReservedSQL> {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    try {
      return await used.reserve({ signal });
    } catch (error) {
      if (signal.aborted) throw new StoreUnavailable('no connection to PostgreSQL was free in time');
      throw error;
    }
  }

  async function transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const queuedAt = transactions.moment();
    let leftAt = queuedAt;

    async function begin(): Promise<T> {
      const used = sql;
      const connection = await reserve(used);
      leftAt = transactions.moment();
      return await transactionOn(used, connection, work);
    }
    transactions.waits(1);
    try {
      return await inTransactions.hold(() => connections.hold(begin));
    } finally {
      transactions.settled(1, queuedAt, leftAt);
      transactions.waits(-1);
    }
  }

  async function transactionOn<T>(
    used: SQL,
    connection: ReservedSQL,
    work: (queries: Queries) => Promise<T>,
  ): Promise<T> {
    const queries: Queries = {
      async query<R extends object>(text: string, parameters: readonly unknown[] = []) {
        // Not even the ROLLBACK may wait for a pool that was given up.
        if (sql !== used) throw new StoreUnavailable('the connection to PostgreSQL was given up');
        return (await inTime(used, connection.unsafe(text, [...parameters]))) as R[];
      },
    };
    try {
      return await inTransaction(queries, () => work(queries));
    } finally {
      void connection.release().catch(() => undefined);
    }
  }

  async function housekeeping(signal: AbortSignal, work: (queries: Queries) => Promise<void>): Promise<void> {
    const patience = HOUSEKEEPING_TIMEOUTS * timeoutMilliseconds;
    const own = connect({ ...options, poolSize: 1 }, patience);
    const { query } = queriesOf(own);
    const close = () => void own.close({ timeout: 0 }).catch(() => undefined);
    if (signal.aborted) close();
    signal.addEventListener('abort', close);
    try {
      await work({ query: (text, parameters) => unlessSilent(query(text, parameters), patience, close) });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  return {
    query: <R extends object>(text: string, parameters: readonly unknown[] = []) =>
      connections.hold(() => {
        const used = sql;
        return inTime<R[]>(used, used.unsafe(text, [...parameters]));
      }),
    transaction,
    housekeeping,
    close: () => sql.close({ timeout: timeoutMilliseconds / 1000 }),
  };
}

/**
 * Waits for a statement that the server ends when it takes too long, and gives up a server that no longer says so.
 * @throws StoreUnavailable
 */
async function unlessSilent<T>(
  statement: Promise<T>,
  timeoutMilliseconds: number,
  giveUp: () => void,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  // Twice, since where this thread was busy for so long the answer may be there, and is heard in the meantime.
  let timer = setTimeout(() => {
    timer = setTimeout(() => {
      late.reject(new StoreUnavailable('PostgreSQL did not answer in time'));
      giveUp();
    }, SILENCE_MARGIN_MILLISECONDS);
  }, timeoutMilliseconds);
  try {
    return await Promise.race([statement, late.promise]);
  } finally {
    clearTimeout(timer);
    void statement.catch(() => undefined);
  }
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

function connect(
  { url, poolSize, timeoutMilliseconds, preparedStatements, caFile }: PoolOptions,
  statementMilliseconds = timeoutMilliseconds,
): SQL {
  return new SQL(url, {
    max: poolSize,
    prepare: preparedStatements,
    connectionTimeout: timeoutMilliseconds / 1000,
    connection: {
      application_name: 'playkeep',
      // A pooler refuses settings that it does not track; there the time-out of this side has to do.
      ...(preparedStatements && {
        statement_timeout: statementMilliseconds,
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
