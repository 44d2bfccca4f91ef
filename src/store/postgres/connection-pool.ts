// The connection pool: connections to PostgreSQL, each a client of its own, opened as they are needed. A waiting caller gets the
// first free connection, a used or a new one. So when a connection cannot be opened, for instance on a full server, no caller
// fails as long as there are others.
import type { SQL } from 'bun';
import { createWaitList } from '../../admission/wait-list.ts';
import { endsConnection } from './faults.ts';

export interface ConnectionPool {
  /**
   * Does work on a connection that no other caller has meanwhile.
   * @throws StoreBusy when no connection was free in time, or the error that kept the first one from being opened.
   */
  withConnection<T>(work: (connection: SQL) => Promise<T>): Promise<T>;
  /** Closes a silent connection, and the idle ones, which may be dead too. */
  discardSilent(silent: SQL): void;
  /** False after the connection broke or was discarded. */
  isOpen(connection: SQL): boolean;
  close(seconds: number): Promise<void>;
}

export interface ConnectionPoolOptions {
  readonly count: number;
  readonly timeoutMilliseconds: number;
  /** Makes a client of one connection, which calls `onClose` when the connection ends. */
  readonly create: (onClose: () => void) => SQL;
  /** Opens the connection. An error refuses it. */
  readonly admit: (connection: SQL) => Promise<void>;
}

export function createConnectionPool({
  count,
  timeoutMilliseconds,
  create,
  admit,
}: ConnectionPoolOptions): ConnectionPool {
  const open = new Set<SQL>();
  const idle: SQL[] = [];
  const waitList = createWaitList<SQL>({ timeoutMilliseconds, refusal: 'connections' });
  let opening = 0;
  let isClosed = false;

  /** Opens a connection for each caller that waits, up to the bound. */
  function openMore(): void {
    while (!isClosed && opening < waitList.length && open.size + opening < count) void openOne();
  }

  async function openOne(): Promise<void> {
    opening += 1;
    const connection = create(() => forget(connection));
    try {
      await admit(connection);
    } catch (error) {
      opening -= 1;
      discard(connection);
      if (open.size + opening === 0) waitList.refuse(error);
      return;
    }
    opening -= 1;
    if (isClosed) return discard(connection);
    open.add(connection);
    giveBack(connection);
  }

  function discard(connection: SQL): void {
    void connection.close({ timeout: 0 }).catch(() => undefined);
  }

  function forget(connection: SQL): void {
    if (!open.delete(connection)) return;
    const index = idle.indexOf(connection);
    if (index >= 0) idle.splice(index, 1);
    discard(connection);
    openMore();
  }

  function giveBack(connection: SQL): void {
    if (open.has(connection) && !waitList.give(connection)) idle.push(connection);
  }

  function wait(): Promise<SQL> {
    const given = waitList.wait();
    openMore();
    return given;
  }

  return {
    async withConnection(work) {
      // The most recently used connection has warm caches on both sides.
      const connection = idle.pop() ?? (await wait());
      try {
        return await work(connection);
      } catch (error) {
        if (endsConnection(error)) forget(connection);
        throw error;
      } finally {
        giveBack(connection);
      }
    },
    discardSilent(silent) {
      for (const connection of [silent, ...idle]) forget(connection);
    },
    isOpen: (connection) => open.has(connection),
    async close(seconds) {
      isClosed = true;
      await Promise.all([...open].map((connection) => connection.close({ timeout: seconds })));
    },
  };
}
