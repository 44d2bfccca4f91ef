// The connection pool: connections to PostgreSQL, each a client of its own, opened as they are needed. A waiting caller gets the
// first free connection, a used or a new one. So when a connection cannot be opened, for instance on a full server, no caller
// fails as long as there are others. In an outage all callers of a moment share one attempt, so that each is refused soon. While the
// server is silent an attempt may take long, so callers are refused at once, and one attempt a second looks whether it answers again.
// Connections to a server that was demoted are dropped together, and each is opened anew after half an hour, so none stays where an
// address led once.
import type { SQL } from 'bun';
import { createWaitList } from '../../admission/wait-list.ts';
import { systemClock } from '../../lib/clock.ts';
import {
  CONNECT_AGAIN_MILLISECONDS,
  CONNECTION_MAX_AGE_MILLISECONDS,
  PROBE_MILLISECONDS,
  READ_ONLY_PAUSE_MILLISECONDS,
} from '../../tuning.ts';
import { StoreUnavailable } from '../ports/errors.ts';
import { endsConnection, isReadOnly } from './faults.ts';
import { discard } from './servers.ts';
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
  /** Opens a connection, which calls `onClose` when it ends. */
  readonly open: (onClose: (connection: SQL) => void) => Promise<SQL>;
  /** Is its server a standby, since it was demoted for instance? */
  readonly isStandby: (connection: SQL) => Promise<boolean>;
}

export function createConnectionPool({
  count,
  timeoutMilliseconds,
  open: openConnection,
  isStandby,
}: ConnectionPoolOptions): ConnectionPool {
  /** Until when each is used, on the monotonic clock. */
  const open = new Map<SQL, number>();
  const idle: SQL[] = [];
  const waitList = createWaitList<SQL>({ timeoutMilliseconds, refusal: 'connections' });
  let opening = 0;
  const closing = new AbortController();
  /** When the last attempt failed, while there is no connection since. */
  let failedAt: number | undefined;
  let isPausing = false;
  let readOnlyAt = Number.NEGATIVE_INFINITY;
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
    let connection: SQL;
    try {
      connection = await openConnection(forget);
    } catch (error) {
      opening -= 1;
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
    // They were opened together, and are not to be opened anew together.
    const age = CONNECTION_MAX_AGE_MILLISECONDS * (0.9 + 0.2 * Math.random());
    open.set(connection, systemClock.monotonic() + age);
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

  function forget(connection: SQL): void {
    if (!open.delete(connection)) return;
    const index = idle.indexOf(connection);
    if (index >= 0) idle.splice(index, 1);
    discard(connection);
    openMore();
  }

  function giveBack(connection: SQL): void {
    const usedUntil = open.get(connection);
    if (usedUntil === undefined) return;
    // The attempts of a silent time come beside connections that have not answered yet. When those do, there are too many.
    if (open.size > count || systemClock.monotonic() >= usedUntil) forget(connection);
    else if (!waitList.give(connection)) idle.push(connection);
  }

  /** The most recently used connection, which has warm caches on both sides. */
  function takeIdle(): SQL | undefined {
    for (let connection = idle.pop(); connection; connection = idle.pop()) {
      if (systemClock.monotonic() < (open.get(connection) ?? 0)) return connection;
      forget(connection);
    }
    return undefined;
  }

  /**
   * After an error that the server takes no writes. A server that was demoted is left by all connections: those in use when they are
   * given back. One that is full serves reads, so it only gets a new connection, at most once a second.
   */
  async function leaveReadOnly(connection: SQL): Promise<void> {
    const now = systemClock.monotonic();
    if (now - readOnlyAt < READ_ONLY_PAUSE_MILLISECONDS) return;
    readOnlyAt = now;
    if (await isStandby(connection).catch(() => false)) {
      for (const each of open.keys()) open.set(each, now);
      for (const each of [...idle]) forget(each);
    }
    forget(connection);
  }

  function wait(): Promise<SQL> {
    const given = waitList.wait();
    openMore();
    return given;
  }

  return {
    async withConnection(work) {
      if (isSilent) throw new StoreSilent();
      const connection = takeIdle() ?? (await wait());
      try {
        return await work(connection);
      } catch (error) {
        if (endsConnection(error)) forget(connection);
        else if (isReadOnly(error)) await leaveReadOnly(connection);
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
      await Promise.all([...open.keys()].map((connection) => connection.close({ timeout: seconds })));
    },
  };
}
