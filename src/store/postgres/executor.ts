// The executor: statements and transactions on the connections of the pool. Every statement ends within the time-out, also on a
// silent network. A connection whose statement did not end is discarded together with the idle ones, since they may be silent
// too. When no other connection has answered meanwhile, the server is silent, and callers are refused until it answers.
import { SQL } from 'bun';
import type { AdmissionControl } from '../../admission/admission-control.ts';
import { createSemaphore, type Semaphore } from '../../admission/semaphore.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Metrics } from '../../lib/metrics.ts';
import type { Traces } from '../../lib/traces.ts';
import { createTurns, type Turns } from '../../lib/turns.ts';
import { JOB_TIMEOUT_FACTOR } from '../../tuning.ts';
import { StoreBusy, StoreUnavailable } from '../ports/errors.ts';
import { type ConnectOptions, connect } from './connect.ts';
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts';
import { isAnswer, isPastItsTime, meaningOf } from './faults.ts';
import { createServers, discard, isStandby, refuseStandby, type Servers } from './servers.ts';
import { rejectOnSilence } from './silence.ts';
import type { Statement } from './statement.ts';
import { firstWord, traceStatement } from './statement-spans.ts';

export interface ExecutorOptions extends ConnectOptions {
  readonly poolSize: number;
  /** Runs on each new connection before its first statement. An error refuses the connection. */
  readonly admitConnection?: ((queries: Queries) => Promise<void>) | undefined;
  readonly admission: AdmissionControl;
  readonly metrics: Metrics;
  /** Undefined while traces are off. */
  readonly traces?: Traces | undefined;
  readonly log: Log;
}

export type Row = Record<string, unknown>;

export interface Queries {
  /** Runs one statement. @throws PostgreSQL's error, or StoreUnavailable when the statement did not end in time */
  run<Parameters, Row>(
    statement: Statement<Parameters, Row>,
    parameters: NoInfer<Parameters>,
  ): Promise<readonly Row[]>;
  /** Runs a text that is no statement of sql/: the beginning of a transaction, a setting, a table that is made. */
  query<R extends object>(text: string, parameters?: readonly unknown[]): Promise<readonly R[]>;
}

/** Queries that run each statement by its own text. */
export const queriesBy = (query: Queries['query']): Queries => ({
  query,
  run: <Parameters, Row>({ text, encode }: Statement<Parameters, Row>, parameters: Parameters) =>
    query<Row & object>(text, encode(parameters)),
});

/** Requests wait for statistics, so these do not wait for other jobs. */
export type BackgroundLine = 'jobs' | 'statistics';

export interface Executor extends Queries {
  /**
   * Runs statements in one transaction, rolled back when `work` throws. All transactions together take three quarters of the
   * connections at most.
   * @param sequentialId the player whose rows they are, unless a batcher runs them. On Citus it tells the worker
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, sequentialId?: number): Promise<T>;
  /** The same for work that no player asked for: of the console, webhooks and jobs. It takes a quarter of the connections at most. */
  transactionOfOthers<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
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

/** @returns the queries as they are while traces are off */
const traceQueries = (queries: Queries, traces: Traces | undefined): Queries =>
  traces === undefined
    ? queries
    : {
        run: (statement, parameters) =>
          traceStatement(traces, statement.name, () => queries.run(statement, parameters)),
        query: (text, parameters) =>
          traceStatement(traces, firstWord(text), () => queries.query(text, parameters)),
      };

/** The part of a client that runs the statements of an export or an import: a connection, or what stands for one. */
export type Statements = Pick<SQL, 'unsafe'>;

/** The statements of a connection, without a time-out of this process. */
export const queriesOf = (sql: Statements): Queries =>
  queriesBy(
    async <R extends object>(text: string, parameters: readonly unknown[] = []) =>
      (await sql.unsafe(text, [...parameters])) as R[],
  );

export function createExecutor(options: ExecutorOptions): Executor {
  const { timeoutMilliseconds, metrics, traces } = options;
  const replacements = metrics.counter({
    name: 'playkeep_pool_replacements_total',
    help: 'Connections on which PostgreSQL fell silent, and which were replaced with those that were idle.',
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
  const servers = createServers(options.url);
  const connections = createConnectionPool({
    count: options.poolSize,
    timeoutMilliseconds,
    open: async (onClose) => {
      const connectTo = (url: string): SQL => {
        const connection = connect({ ...options, url }, { onClose: () => onClose(connection) });
        return connection;
      };
      return (await servers.open(connectTo, (each) => admit(options, each, timeoutMilliseconds))).connection;
    },
    isStandby: (connection) => isStandby(connection, timeoutMilliseconds),
  });

  /** When a connection answered last. An error of the server is an answer too. */
  let answeredAt = Number.NEGATIVE_INFINITY;

  async function withTimeout<T>(connection: SQL, statement: Promise<T>): Promise<T> {
    const leftAt = systemClock.monotonic();
    statements += 1;
    try {
      const result = await rejectOnSilence(statement, timeoutMilliseconds, () => {
        const isServerSilent = answeredAt < leftAt;
        if (isServerSilent) servers.forget();
        connections.discardSilent(connection, isServerSilent);
        replacements.value += 1;
        options.log.warn(
          'PostgreSQL did not answer in time; the connection is replaced, and those that are idle',
        );
      });
      answeredAt = systemClock.monotonic();
      return result;
    } catch (error) {
      if (isAnswer(error)) answeredAt = systemClock.monotonic();
      throw error;
    } finally {
      statements -= 1;
    }
  }

  const onAdmitted = admittedWork(options);
  const queries = queriesBy(<R extends object>(text: string, parameters: readonly unknown[] = []) =>
    connections.withConnection((connection) =>
      onAdmitted(connection, () => withTimeout<R[]>(connection, connection.unsafe(text, [...parameters]))),
    ),
  );
  // A transaction keeps its connection between statements. Batches must not wait behind many transactions, so those of others take
  // their quarter of these permits.
  const refusal = { timeoutMilliseconds, refusal: 'transactions' } as const;
  const all = createSemaphore(Math.max(1, Math.floor((options.poolSize * 3) / 4)), refusal);
  const ofOthers = createSemaphore(Math.max(1, Math.floor(options.poolSize / 4)), refusal);
  const permits = {
    players: all.withPermit,
    others: <T>(work: () => Promise<T>) => ofOthers.withPermit(() => all.withPermit(work)),
  };
  const transactionsOf = (askedBy: keyof typeof permits) =>
    createTransactions(options, { connections, withTimeout, withPermit: permits[askedBy], askedBy });
  return {
    ...traceQueries(queries, traces),
    transaction: transactionsOf('players'),
    transactionOfOthers: transactionsOf('others'),
    background: createBackground(options, servers),
    close: () => connections.close(timeoutMilliseconds / 1000),
  };
}

async function admit(options: ExecutorOptions, connection: SQL, milliseconds: number): Promise<void> {
  await connection.connect();
  await refuseStandby(connection, milliseconds);
  const { admitConnection } = options;
  if (!admitConnection) return;
  await rejectOnSilence(admitConnection(queriesOf(connection)), milliseconds, () => undefined);
}

/**
 * Work on a connection that was admitted. A pooler hides that connections were ended, and that they have to be admitted anew. Their
 * statements then fail as if they were at fault, so the admission is asked again before such an error is believed.
 */
const admittedWork =
  ({ admitConnection, timeoutMilliseconds }: ExecutorOptions) =>
  async <T>(connection: SQL, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const meaning = error instanceof SQL.PostgresError && meaningOf(error);
      if (admitConnection && (meaning === 'bug' || meaning === 'call'))
        await rejectOnSilence(admitConnection(queriesOf(connection)), timeoutMilliseconds, () => undefined);
      throw error;
    }
  };

/** Transactions on connections of the pool. Their number is bounded, and admission control sees how long they wait. */
function createTransactions(
  options: ExecutorOptions,
  {
    connections,
    withTimeout,
    withPermit,
    askedBy,
  }: {
    readonly connections: ConnectionPool;
    readonly withTimeout: <T>(connection: SQL, statement: Promise<T>) => Promise<T>;
    readonly withPermit: Semaphore['withPermit'];
    readonly askedBy: 'players' | 'others';
  },
): Executor['transaction'] {
  const { admission, traces } = options;
  const onAdmitted = admittedWork(options);
  const monitor = admission.monitor(askedBy === 'players' ? 'transaction' : 'transaction-of-others', askedBy);
  /** The times at which the unfinished transactions were requested, oldest first. */
  const unfinished = new Set<{ readonly at: number }>();
  monitor.setOldestSource(() => unfinished.values().next().value?.at);
  async function runOn<T>(connection: SQL, work: (queries: Queries) => Promise<T>): Promise<T> {
    const reserved = await withTimeout(connection, connection.reserve());
    const plain = queriesBy(async <R extends object>(text: string, parameters: readonly unknown[] = []) => {
      // Not even the ROLLBACK may wait for a connection that was discarded.
      if (!connections.isOpen(connection))
        throw new StoreUnavailable('the connection to PostgreSQL was given up');
      return (await withTimeout(connection, reserved.unsafe(text, [...parameters]))) as R[];
    });
    const queries = traceQueries(plain, traces);
    try {
      return await inTransaction(queries, () => work(queries));
    } finally {
      void reserved.release().catch(() => undefined);
    }
  }

  return async (work) => {
    const queuedAt = monitor.moment();
    const since = { at: queuedAt };
    let leftAt = queuedAt;
    monitor.addWaiting(1);
    unfinished.add(since);
    try {
      return await withPermit(() =>
        connections.withConnection((connection) => {
          leftAt = monitor.moment();
          return onAdmitted(connection, () => runOn(connection, work));
        }),
      );
    } finally {
      monitor.recordBatch(1, queuedAt, leftAt);
      monitor.addWaiting(-1);
      unfinished.delete(since);
    }
  };
}

/** Background work of a line runs one after the other, so that it takes one connection beside the pool. */
function createBackground(options: ExecutorOptions, servers: Servers): Executor['background'] {
  const lines: Record<BackgroundLine, Turns> = { jobs: createTurns(), statistics: createTurns() };
  const jobTimeout = JOB_TIMEOUT_FACTOR * options.timeoutMilliseconds;

  async function onOwnConnection(
    signal: AbortSignal,
    work: (queries: Queries) => Promise<void>,
  ): Promise<void> {
    if (signal.aborted) return;
    const opening = servers.open(
      (url) => connect({ ...options, url }, { statementMilliseconds: jobTimeout }),
      (connection) => admit(options, connection, jobTimeout),
    );
    const close = () =>
      void opening.then(
        ({ connection }) => discard(connection),
        () => undefined,
      );
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
      const { connection } = await Promise.race([opening, ended.promise]);
      const { query } = queriesOf(await withTimeout(connection.reserve()));
      await work(
        queriesBy((text, parameters) =>
          signal.aborted ? ended.promise : withTimeout(query(text, parameters)),
        ),
      );
    } catch (error) {
      if (!signal.aborted) throw asStoreError(error);
    } finally {
      signal.removeEventListener('abort', abort);
      close();
    }
  }

  return (signal, work, line = 'jobs') => lines[line](signal, () => onOwnConnection(signal, work));
}

/** A call that waited for others says so: PostgreSQL is well, and an operator looks for who is in the way. */
function sentenceOf(meaning: 'unavailable' | 'again', error: unknown): string {
  if (meaning === 'again') return 'other transactions were in the way of each attempt';
  return isPastItsTime(error)
    ? 'a statement took longer than DATABASE_TIMEOUT_MILLISECONDS: it waited for a lock that another session holds, or was slow'
    : 'PostgreSQL cannot serve';
}

/** Turns an error of a database that cannot serve now, or cannot serve this call, into `StoreUnavailable`. */
export function asStoreError(error: unknown): unknown {
  const meaning = meaningOf(error);
  if (meaning === 'locked') return new StoreBusy('lockedRow');
  if (meaning !== 'unavailable' && meaning !== 'again') return error;
  return new StoreUnavailable(sentenceOf(meaning, error), { cause: error });
}
