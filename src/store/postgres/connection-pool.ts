// The connection pool: connections to PostgreSQL, each a client of its own, opened as they are needed. A waiting caller gets the
// first free connection, a used or a new one. So when a connection cannot be opened, for instance on a full server, no caller
// fails as long as there are others. In an outage all callers of a moment share one attempt, so that each is refused soon. While the
// server is silent an attempt may take long, so callers are refused at once, and one attempt a second looks whether it answers again.
import type { SQL } from 'bun';
import { createWaitList } from '../../admission/wait-list.ts';
import { systemClock } from '../../lib/clock.ts';
import { CONNECT_AGAIN_MILLISECONDS, PROBE_MILLISECONDS } from '../../tuning.ts';
import { StoreUnavailable } from '../ports/errors.ts';
import { endsConnection } from './faults.ts';
import { isSilence, StoreSilent } from './silence.ts';

export interface ConnectionPool {
  /**
   * Does work on a connection that no other caller has meanwhile.
   * @throws StoreBusy when no connection was free in time; the error that kept the first one from being opened, or StoreUnavailable
   *   where an attempt had failed before, so that nobody tries again at once, or where the server is silent.
   */
  withConnection<T>(work: (connection: SQL) => Promise<T>): Promise<T>;
  /**
   * Closes a connection that did not answer, and the idle ones, which may be dead too.
   * @param isServerSilent no other connection has answered meanwhile
   */
  discardSilent(silent: SQL, isServerSilent: boolean): void;
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
  const closing = new AbortController();
  /** When the last attempt failed, while there is no connection since. */
  let failedAt: number | undefined;
  let isPausing = false;
  let isSilent = false;

  /** Opens a connection for each caller that waits, up to the bound. */
  function openMore(): void {
    if (isSilent) return;
    if (failedAt !== undefined) return void tryAgain(failedAt);
    while (!closing.signal.aborted && opening < waitList.length && open.size + opening < count)
      void openOne();
  }

  /** Makes the next attempt for all callers that wait then, a moment after the one that failed. */
  async function tryAgain(since: number): Promise<void> {
    if (isPausing || opening > 0) return;
    isPausing = true;
    const pause = since + CONNECT_AGAIN_MILLISECONDS - systemClock.monotonic();
    if (pause > 0) await systemClock.sleep(pause);
    isPausing = false;
    if (!closing.signal.aborted && opening === 0 && waitList.length > 0) void openOne();
  }

  async function openOne(): Promise<void> {
    opening += 1;
    const connection = create(() => forget(connection));
    try {
      await admit(connection);
    } catch (error) {
      opening -= 1;
      discard(connection);
      const hasOthers = open.size + opening > 0;
      if (isSilence(error)) return hasOthers ? undefined : becomeSilent();
      // Callers of a silent server do not begin to wait for the attempts that still hang.
      if (hasOthers) return;
      isSilent = false;
      const isKnown = failedAt !== undefined;
      failedAt = systemClock.monotonic();
      waitList.refuse(
        isKnown ? new StoreUnavailable('PostgreSQL cannot be reached', { cause: error }) : error,
      );
      return;
    }
    opening -= 1;
    failedAt = undefined;
    isSilent = false;
    if (closing.signal.aborted) return discard(connection);
    open.add(connection);
    giveBack(connection);
    openMore();
  }

  function becomeSilent(): void {
    if (isSilent) return;
    isSilent = true;
    waitList.refuse(new StoreSilent());
    void probeUntilAnswered();
  }

  /** An attempt may hang until its time-out although the server answers again, so the next one does not wait for it. */
  async function probeUntilAnswered(): Promise<void> {
    while (isSilent && !closing.signal.aborted) {
      if (opening < count) void openOne();
      await systemClock.sleep(PROBE_MILLISECONDS, closing.signal);
    }
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
    if (!open.has(connection)) return;
    // The attempts of a silent time come beside connections that have not answered yet. When those do, there are too many.
    if (open.size > count) forget(connection);
    else if (!waitList.give(connection)) idle.push(connection);
  }

  function wait(): Promise<SQL> {
    const given = waitList.wait();
    openMore();
    return given;
  }

  return {
    async withConnection(work) {
      if (isSilent) throw new StoreSilent();
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
    discardSilent(silent, isServerSilent) {
      if (isServerSilent) becomeSilent();
      for (const connection of [silent, ...idle]) forget(connection);
    },
    isOpen: (connection) => open.has(connection),
    async close(seconds) {
      closing.abort();
      await Promise.all([...open].map((connection) => connection.close({ timeout: seconds })));
    },
  };
}
