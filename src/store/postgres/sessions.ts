// Sessions in PostgreSQL. Expiry is judged by the database's clock at the moment of each statement; `deleteExpired` only
// tidies up.
import type { EndedSession, EndReason, Session, SessionStore } from '../store.ts';
import { bigints, texts, uuids } from './arrays.ts';
import { type Database, lanesInFlight } from './database.ts';
import { isMissingReference } from './faults.ts';
import { deleteOldHistory } from './history.ts';
import { createLane } from './lane.ts';
import { asStoreError } from './pool.ts';
import endSessions from './sql/end-sessions.sql' with { type: 'text' };
import findPresence from './sql/find-presence.sql' with { type: 'text' };
import heartbeatSessions from './sql/heartbeat-sessions.sql' with { type: 'text' };
import listActive from './sql/list-active.sql' with { type: 'text' };
import listEnded from './sql/list-ended.sql' with { type: 'text' };
import startSessions from './sql/start-sessions.sql' with { type: 'text' };

interface SessionRow extends Session {
  readonly sequentialId: number;
}
/** `sessionId` is null for a player who has no session. */
interface PresenceRow extends Omit<SessionRow, 'sessionId'> {
  readonly sessionId: string | null;
  readonly expired: boolean;
}
interface EndedRow extends EndedSession {
  readonly sequentialId: number;
}
interface Start {
  readonly sequentialId: number;
  readonly sessionId: string;
}
interface End {
  readonly sequentialId: number;
  readonly reason: EndReason;
}

const toSession = ({ sessionId, startedAt, lastActivity }: Session): Session => ({
  sessionId,
  startedAt,
  lastActivity,
});
const toEnded = ({ sessionId, startedAt, endedAt, reason }: EndedSession): EndedSession => ({
  sessionId,
  startedAt,
  endedAt,
  reason,
});
const byId = <R extends { readonly sequentialId: number }>(rows: readonly R[]): Map<number, R> =>
  new Map(rows.map((row) => [row.sequentialId, row]));
const inKeyOrder = <C extends { readonly sequentialId: number }>(calls: readonly C[]): C[] =>
  calls.toSorted((a, b) => a.sequentialId - b.sequentialId);

export function sessionStore(database: Database): SessionStore & { drain(): Promise<unknown> } {
  const { pool, inOrder, now, sessionTimeoutMilliseconds: timeout } = database;

  async function end(calls: readonly End[], onlyExpired: boolean): Promise<Map<number, EndedRow>> {
    const sorted = inKeyOrder(calls);
    const ids = bigints(sorted.map((call) => call.sequentialId));
    const reasons = texts(sorted.map((call) => call.reason));
    return byId(await pool.query<EndedRow>(endSessions, [ids, reasons, now(), timeout, onlyExpired]));
  }

  const endExpired = (ids: readonly number[]) =>
    end(
      ids.map((sequentialId) => ({ sequentialId, reason: 'expired' })),
      true,
    );

  const starts = createLane<Start, SessionRow | undefined>({
    // Its id makes a start one that may be repeated: its player's row says whether it was done.
    repeatable: true,
    maxInFlight: lanesInFlight,
    async run(calls) {
      const sorted = inKeyOrder(calls);
      const ids = bigints(sorted.map((call) => call.sequentialId));
      const sessionIds = uuids(sorted.map((call) => call.sessionId));
      const rows = byId(await pool.query<SessionRow>(startSessions, [ids, sessionIds, now()]));
      return calls.map((call) => rows.get(call.sequentialId));
    },
  });

  const heartbeats = createLane<number, SessionRow | undefined>({
    repeatable: true,
    maxInFlight: lanesInFlight,
    async run(ids) {
      const sorted = bigints(ids.toSorted((a, b) => a - b));
      const rows = byId(await pool.query<SessionRow>(heartbeatSessions, [sorted, now(), timeout]));
      return ids.map((id) => rows.get(id));
    },
  });

  const ends = createLane<End, EndedRow | undefined>({
    repeatable: false,
    maxInFlight: lanesInFlight,
    async run(calls) {
      const rows = await end(calls, false);
      return calls.map((call) => rows.get(call.sequentialId));
    },
  });

  const expiries = createLane<number, void>({
    repeatable: true,
    maxInFlight: 1,
    async run(ids) {
      await endExpired(ids);
      return ids.map(() => undefined);
    },
  });

  // For a call that found no row to work on: does its player exist, and what row is there now?
  const presences = createLane<number, PresenceRow | undefined>({
    repeatable: true,
    maxInFlight: 1,
    async run(ids) {
      const sorted = bigints(ids.toSorted((a, b) => a - b));
      const rows = byId(await pool.query<PresenceRow>(findPresence, [sorted, now(), timeout]));
      return ids.map((id) => rows.get(id));
    },
  });
  const lanes = [starts, heartbeats, ends, expiries, presences];

  /** The new row; undefined when there is one already, or no such player (any more). */
  async function insert(call: Start): Promise<SessionRow | undefined> {
    try {
      return await starts.add(call);
    } catch (error) {
      // Erased while the statement ran.
      if (isMissingReference(error)) return undefined;
      throw error;
    }
  }

  async function start(call: Start): Promise<Session | 'already-active' | undefined> {
    const { sequentialId, sessionId } = call;
    const row = await insert(call);
    if (row) return toSession(row);
    const there = await presences.add(sequentialId);
    if (!there) return undefined;
    // It was this very call that started it, before the connection broke.
    if (there.sessionId === sessionId) return toSession({ ...there, sessionId });
    if (there.sessionId !== null && !there.expired) return 'already-active';
    if (there.expired) await expiries.add(sequentialId);
    const late = await insert(call);
    return late ? toSession(late) : 'already-active';
  }

  async function heartbeat(sequentialId: number): Promise<Session | 'not-active' | undefined> {
    const row = await heartbeats.add(sequentialId);
    if (row) return toSession(row);
    return (await presences.add(sequentialId)) && 'not-active';
  }

  async function stop(call: End): Promise<EndedSession | 'not-active' | undefined> {
    const row = await ends.add(call);
    if (row) return row.reason === call.reason ? toEnded(row) : 'not-active';
    return (await presences.add(call.sequentialId)) && 'not-active';
  }

  async function query<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw asStoreError(error);
    }
  }

  return {
    insert: (sequentialId, sessionId) => inOrder(sequentialId, () => start({ sequentialId, sessionId })),
    update: (sequentialId) => inOrder(sequentialId, () => heartbeat(sequentialId)),
    delete: (sequentialId, reason) => inOrder(sequentialId, () => stop({ sequentialId, reason })),
    listEnded: (sequentialId, limit) =>
      query(async () => (await pool.query<EndedSession>(listEnded, [sequentialId, limit])).map(toEnded)),
    deleteExpired: (afterSequentialId, rows) =>
      query(async () => {
        const window = await pool.query<{ sequentialId: number; expired: boolean }>(listActive, [
          afterSequentialId,
          rows,
          now(),
          timeout,
        ]);
        const last = window.at(-1);
        const next = window.length < rows || !last ? undefined : last.sequentialId;
        const expired = window.filter((row) => row.expired).map((row) => row.sequentialId);
        const moved = expired.length === 0 ? 0 : (await endExpired(expired)).size;
        return { moved, next };
      }),
    deleteOldHistory: (days, signal) => query(() => deleteOldHistory(database, days, signal)),
    drain: () => Promise.all(lanes.map((lane) => lane.drain())),
  };
}
