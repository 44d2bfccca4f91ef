// The executor: statements and transactions on the connections of the pool. Every statement ends within the time-out, also on a
// silent network. A connection whose statement did not end is discarded together with the idle ones, since they may be silent
// too.
import { SQL } from 'bun';
import type { AdmissionControl } from '../../admission/admission-control.ts';
import { createSemaphore } from '../../admission/semaphore.ts';
import type { Log } from '../../lib/log.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { JOB_TIMEOUT_FACTOR, SILENCE_MARGIN_MILLISECONDS } from '../../tuning.ts';
import { StoreUnavailable } from '../ports/errors.ts';
import { createConnectionPool } from './connection-pool.ts';
import { meaningOf } from './faults.ts';
import { distributedSettings, plannerSettings } from './planner-settings.ts';

export interface ExecutorOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly timeoutMilliseconds: number;
  /** False behind a pooler in transaction mode that does not keep named statements. */
  readonly preparedStatements: boolean;
  readonly caFile: string | undefined;
  /** Are the tables distributed with Citus? Then statements are planned for their parameters, since Citus chooses the shard by them. */
  readonly isDistributed?: boolean;
  /** Runs on each new connection before its first statement. An error refuses the connection. */
  readonly admitConnection?: ((queries: Queries) => Promise<void>) | undefined;
  readonly admission: AdmissionControl;
  readonly metrics: Metrics;
  readonly log: Log;
}

export type Row = Record<string, unknown>;

export interface Queries {
  /** Runs one statement. @throws PostgreSQL's error, or StoreUnavailable when the statement did not end in time */
  query<R extends object>(text: string, parameters?: readonly unknown[]): Promise<readonly R[]>;
}

/** Requests wait for statistics, so these do not wait for other jobs. */
export type BackgroundLine = 'jobs' | 'statistics';

export interface Executor extends Queries {
  /**
   * Runs statements in one transaction, rolled back when `work` throws. All transactions together take three quarters of the
   * connections at most.
   * @param sequentialId the player whose rows they are, unless a batcher runs them. On Citus it tells the worker
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, sequentialId?: number): Promise<T>;
  /**
   * Runs slow work on a connection beside the pool, so that it delays no request. An abort ends it at once. Work of one line runs
   * one after the other.
   */
  background(
    signal: AbortSignal,
    work: (queries: Queries) => Promise<void>,
    line?: BackgroundLine,
  ): Promise<void>;
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
    // After a time-out the connection is gone, and the ROLLBACK fails as well.
    await queries.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** What runs the statements of an export or an import: a connection, or what stands for one. */
export type Statements = Pick<SQL, 'unsafe'>;

/** The statements of a connection, without a time-out of this process. */
export const queriesOf = (sql: Statements): Queries => ({
  query: async <R extends object>(text: string, parameters: readonly unknown[] = []) =>
    (await sql.unsafe(text, [...parameters])) as R[],
});

export function createExecutor(options: ExecutorOptions): Executor {
  const { timeoutMilliseconds, metrics } = options;
  const transactions = options.admission.monitor('transaction');
  const replacements = metrics.counter({
    name: 'playkeep_pool_replacements_total',
    help: 'Connections on which PostgreSQL fell silent, and which were replaced with those that were idle.',
  });
  /** The times at which the unfinished transactions were requested, oldest first. */
  const transactionsSince = new Set<{ readonly at: number }>();
  // On Citus those of each worker are watched, since one worker may be late.
  if (!options.isDistributed) transactions.setOldestSource(() => transactionsSince.values().next().value?.at);
  let statements = 0;
  metrics.gauge(
    { name: 'playkeep_pool_statements', help: 'Statements under way at PostgreSQL.' },
    () => statements,
  );
  metrics.gauge(
    { name: 'playkeep_pool_size', help: 'Connections that this process may open to PostgreSQL.' },
    () => options.poolSize,
  );
  const connections = createConnectionPool({
    count: options.poolSize,
    timeoutMilliseconds,
    create: (onClose) => connect(options, { onClose }),
    admit: (connection) => admit(connection, timeoutMilliseconds),
  });
  // A transaction keeps its connection between statements. Batches must not wait behind many transactions.
  const transactionPermits = createSemaphore(Math.max(1, Math.floor((options.poolSize * 3) / 4)), {
    timeoutMilliseconds,
    refusal: 'transactions',
  });

  async function admit(connection: SQL, milliseconds: number): Promise<void> {
    await connection.connect();
    const { admitConnection } = options;
    if (!admitConnection) return;
    await rejectOnSilence(admitConnection(queriesOf(connection)), milliseconds, () => undefined);
  }

  async function withTimeout<T>(connection: SQL, statement: Promise<T>): Promise<T> {
    statements += 1;
    try {
      return await rejectOnSilence(statement, timeoutMilliseconds, () => {
        connections.discardSilent(connection);
        replacements.value += 1;
        options.log.warn(
          'PostgreSQL did not answer in time; the connection is replaced, and those that are idle',
        );
      });
    } finally {
      statements -= 1;
    }
  }

  async function transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const queuedAt = transactions.moment();
    const since = { at: queuedAt };
    let leftAt = queuedAt;
    transactions.addWaiting(1);
    transactionsSince.add(since);
    try {
      return await transactionPermits.withPermit(() =>
        connections.withConnection((connection) => {
          leftAt = transactions.moment();
          return transactionOn(connection, work);
        }),
      );
    } finally {
      transactions.recordBatch(1, queuedAt, leftAt);
      transactions.addWaiting(-1);
      transactionsSince.delete(since);
    }
  }

  async function transactionOn<T>(connection: SQL, work: (queries: Queries) => Promise<T>): Promise<T> {
    const reserved = await withTimeout(connection, connection.reserve());
    const queries: Queries = {
      async query<R extends object>(text: string, parameters: readonly unknown[] = []) {
        // Not even the ROLLBACK may wait for a connection that was discarded.
        if (!connections.isOpen(connection))
          throw new StoreUnavailable('the connection to PostgreSQL was given up');
        return (await withTimeout(connection, reserved.unsafe(text, [...parameters]))) as R[];
      },
    };
    try {
      return await inTransaction(queries, () => work(queries));
    } finally {
      void reserved.release().catch(() => undefined);
    }
  }

  const lastPasses: Record<BackgroundLine, Promise<void>> = {
    jobs: Promise.resolve(),
    statistics: Promise.resolve(),
  };

  /** Runs background work of a line one after the other, so that it takes one connection beside the pool. */
  function background(
    signal: AbortSignal,
    work: (queries: Queries) => Promise<void>,
    line: BackgroundLine = 'jobs',
  ): Promise<void> {
    const pass = lastPasses[line].then(() => onOwnConnection(signal, work));
    lastPasses[line] = pass.catch(() => undefined);
    return pass;
  }

  async function onOwnConnection(
    signal: AbortSignal,
    work: (queries: Queries) => Promise<void>,
  ): Promise<void> {
    const jobTimeout = JOB_TIMEOUT_FACTOR * timeoutMilliseconds;
    if (signal.aborted) return;
    const own = connect(options, { statementMilliseconds: jobTimeout });
    const close = () => void own.close({ timeout: 0 }).catch(() => undefined);
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => undefined);
    const abort = () => {
      ended.reject(new StoreUnavailable('the background work was ended'));
      close();
    };
    // A statement on a closed connection may never settle, so none is waited for after an abort.
    const withTimeout = <T>(statement: Promise<T>): Promise<T> =>
      rejectOnSilence(Promise.race([statement, ended.promise]), jobTimeout, close);
    signal.addEventListener('abort', abort);
    try {
      await Promise.race([admit(own, jobTimeout), ended.promise]);
      const { query } = queriesOf(await withTimeout(own.reserve()));
      await work({
        query: (text, parameters) => (signal.aborted ? ended.promise : withTimeout(query(text, parameters))),
      });
    } catch (error) {
      if (!signal.aborted) throw asStoreError(error);
    } finally {
      signal.removeEventListener('abort', abort);
      close();
    }
  }

  return {
    query: <R extends object>(text: string, parameters: readonly unknown[] = []) =>
      connections.withConnection((connection) =>
        withTimeout<R[]>(connection, connection.unsafe(text, [...parameters])),
      ),
    transaction,
    background,
    close: () => connections.close(timeoutMilliseconds / 1000),
  };
}

/**
 * Waits for a statement. The server ends it after the time-out. When the server does not report that either, it is silent.
 * @throws StoreUnavailable
 */
async function rejectOnSilence<T>(
  statement: Promise<T>,
  timeoutMilliseconds: number,
  onSilence: () => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // Real timers, since the server is real. There are two: if this thread was busy for that time, an answer may have arrived, and
  // is read before the second timer.
  let timer = setTimeout(() => {
    timer = setTimeout(() => {
      reject(new StoreUnavailable('PostgreSQL did not answer in time'));
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

interface ClientOptions {
  readonly statementMilliseconds?: number;
  readonly onClose?: () => void;
}

/**
 * A client of one connection. It connects at its first statement, and again after the connection broke. So a transaction has to
 * reserve it, or its later statements could run outside of the transaction.
 */
function connect(
  { url, timeoutMilliseconds, preparedStatements, caFile, isDistributed }: ExecutorOptions,
  { statementMilliseconds = timeoutMilliseconds, onClose = () => undefined }: ClientOptions = {},
): SQL {
  return new SQL(url, {
    max: 1,
    onclose: onClose,
    prepare: preparedStatements,
    connectionTimeout: timeoutMilliseconds / 1000,
    connection: {
      application_name: 'playkeep',
      // A pooler refuses settings that it does not track. Behind one, only the time-out of this process applies.
      ...(preparedStatements && {
        statement_timeout: statementMilliseconds,
        idle_in_transaction_session_timeout: timeoutMilliseconds,
        ...(isDistributed ? distributedSettings : plannerSettings),
      }),
    },
    ...(caFile !== undefined && { tls: { ca: Bun.file(caFile) } }),
  });
}

/** Turns an error of a database that cannot serve now into `StoreUnavailable`. */
export function asStoreError(error: unknown): unknown {
  const meaning = meaningOf(error);
  if (meaning !== 'unavailable' && meaning !== 'again') return error;
  return new StoreUnavailable('PostgreSQL cannot serve', { cause: error });
}
