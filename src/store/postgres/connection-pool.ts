// The connections to PostgreSQL, each a client of its own, and who has which. They are opened as they are needed; who waits
// gets whichever is there first, one that somebody else is done with or a new one. So one that cannot be opened, on a server
// that is full for instance, is nobody's failure as long as there are others.
import type { SQL } from 'bun';
import { endsConnection } from './faults.ts';
import { createWaitList } from './wait-list.ts';

export interface ConnectionPool {
  /**
   * Does work on a connection that nobody else has meanwhile.
   * @throws StoreBusy when none was free in time, or the error that kept the first one from being opened.
   */
  hold<T>(work: (connection: SQL) => Promise<T>): Promise<T>;
  /** Closes one that is silent, and those that are idle, which may be as dead. */
  giveUp(silent: SQL): void;
  /** False once it was given up or broke. */
  isOpen(connection: SQL): boolean;
  close(seconds: number): Promise<void>;
}

export interface ConnectionPoolOptions {
  readonly count: number;
  readonly timeoutMilliseconds: number;
  /** Makes a client of one connection, whose end it tells. */
  readonly create: (onClose: () => void) => SQL;
}

export function createConnectionPool({
  count,
  timeoutMilliseconds,
  create,
}: ConnectionPoolOptions): ConnectionPool {
  const open = new Set<SQL>();
  const idle: SQL[] = [];
  const queue = createWaitList<SQL>(timeoutMilliseconds);
  let opening = 0;
  let isClosed = false;

  /** One for each who waits, as far as there may be so many. */
  function openMore(): void {
    while (!isClosed && opening < queue.length && open.size + opening < count) void openOne();
  }

  async function openOne(): Promise<void> {
    opening += 1;
    const connection = create(() => forget(connection));
    try {
      await connection.connect();
    } catch (error) {
      opening -= 1;
      discard(connection);
      if (open.size + opening === 0) queue.refuse(error);
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
    if (open.has(connection) && !queue.give(connection)) idle.push(connection);
  }

  function wait(): Promise<SQL> {
    const given = queue.wait();
    openMore();
    return given;
  }

  return {
    async hold(work) {
      // The one that was used last, which is warm on both sides.
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
    giveUp(silent) {
      for (const connection of [silent, ...idle]) forget(connection);
    },
    isOpen: (connection) => open.has(connection),
    async close(seconds) {
      isClosed = true;
      await Promise.all([...open].map((connection) => connection.close({ timeout: seconds })));
    },
  };
}
