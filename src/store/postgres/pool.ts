// The connections to PostgreSQL. Every statement ends within the time-out, whatever became of the network; a connection whose
// statement did not end is given up, with those that are idle, since they may hang for good too.
import { SQL } from 'bun';
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
  const slots = createSlots(options.poolSize, timeoutMilliseconds);
  // A transaction keeps its connection from one statement to the next; batches must not wait behind many of them.
  const transactionSlots = createSlots(
    Math.max(1, Math.floor((options.poolSize * 3) / 4)),
    timeoutMilliseconds,
  );
  // Each is a client of its own, so that it is opened when it is needed, and who has one has it alone.
  const open = new Set<SQL>();
  const idle: SQL[] = [];

  /** The one that was used last, which is warm on both sides. */
  async function onConnection<T>(work: (connection: SQL) => Promise<T>): Promise<T> {
    return slots.hold(async () => {
      const connection = idle.pop() ?? connect(options);
      open.add(connection);
      try {
        return await work(connection);
      } finally {
        if (open.has(connection)) idle.push(connection);
      }
    });
  }

  async function inTime<T>(connection: SQL, statement: Promise<T>): Promise<T> {
    statements += 1;
    try {
      return await unlessSilent(statement, timeoutMilliseconds, () => giveUp(connection));
    } finally {
      statements -= 1;
    }
  }

  function giveUp(silent: SQL): void {
    for (const connection of [silent, ...idle.splice(0)]) {
      open.delete(connection);
      void connection.close({ timeout: 0 }).catch(() => undefined);
    }
    replacements.value += 1;
    options.log.warn(
      'PostgreSQL did not answer in time; the connection is replaced, and those that are idle',
    );
  }

  async function transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const queuedAt = transactions.moment();
    let leftAt = queuedAt;
    transactions.waits(1);
    try {
      return await transactionSlots.hold(() =>
        onConnection((connection) => {
          leftAt = transactions.moment();
          return transactionOn(connection, work);
        }),
      );
    } finally {
      transactions.settled(1, queuedAt, leftAt);
      transactions.waits(-1);
    }
  }

  async function transactionOn<T>(connection: SQL, work: (queries: Queries) => Promise<T>): Promise<T> {
    const reserved = await inTime(connection, connection.reserve());
    const queries: Queries = {
      async query<R extends object>(text: string, parameters: readonly unknown[] = []) {
        // Not even the ROLLBACK may wait for a connection that was given up.
        if (!open.has(connection)) throw new StoreUnavailable('the connection to PostgreSQL was given up');
        return (await inTime(connection, reserved.unsafe(text, [...parameters]))) as R[];
      },
    };
    try {
      return await inTransaction(queries, () => work(queries));
    } finally {
      void reserved.release().catch(() => undefined);
    }
  }

  async function housekeeping(signal: AbortSignal, work: (queries: Queries) => Promise<void>): Promise<void> {
    const patience = HOUSEKEEPING_TIMEOUTS * timeoutMilliseconds;
    const own = connect(options, patience);
    const close = () => void own.close({ timeout: 0 }).catch(() => undefined);
    const inTime = <T>(statement: Promise<T>): Promise<T> => unlessSilent(statement, patience, close);
    if (signal.aborted) close();
    signal.addEventListener('abort', close);
    try {
      const { query } = queriesOf(await inTime(own.reserve()));
      await work({ query: (text, parameters) => inTime(query(text, parameters)) });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  return {
    query: <R extends object>(text: string, parameters: readonly unknown[] = []) =>
      onConnection((connection) => inTime<R[]>(connection, connection.unsafe(text, [...parameters]))),
    transaction,
    housekeeping,
    async close() {
      await Promise.all(
        [...open].map((connection) => connection.close({ timeout: timeoutMilliseconds / 1000 })),
      );
    },
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
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // Twice, since where this thread was busy for so long the answer may be there, and is heard in the meantime.
  let timer = setTimeout(() => {
    timer = setTimeout(() => {
      reject(new StoreUnavailable('PostgreSQL did not answer in time'));
      giveUp();
    }, SILENCE_MARGIN_MILLISECONDS);
  }, timeoutMilliseconds);
  statement.then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
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

/**
 * A client of one connection, which it opens at its first statement, and anew when that broke: so for a transaction it has to
 * be reserved, or the rest of its statements would be done outside of one.
 */
function connect(
  { url, timeoutMilliseconds, preparedStatements, caFile }: PoolOptions,
  statementMilliseconds = timeoutMilliseconds,
): SQL {
  return new SQL(url, {
    max: 1,
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
