// Sessions in PostgreSQL. Expiry is judged by the database's clock at the moment of each statement; `deleteExpired` only
// tidies up.
import type { EndedSession, EndReason, Session, SessionStore } from '../store.ts';
import { bigints, texts, uuids } from './arrays.ts';
import { type Database, lanesInFlight } from './database.ts';
import { isMissingReference } from './faults.ts';
import { deleteOldHistory } from './history.ts';
import { createLane, patiently } from './lane.ts';
import { asStoreError } from './pool.ts';
import endSessions from './sql/end-sessions.sql' with { type: 'text' };
import findPresence from './sql/find-presence.sql' with { type: 'text' };
import heartbeatSessions from './sql/heartbeat-sessions.sql' with { type: 'text' };
import listActive from './sql/list-active.sql' with { type: 'text' };
import listEnded from './sql/list-ended.sql' with { type: 'text' };
import startSessions from './sql/start-sessions.sql' with { type: 'text' };

interface SessionRow {
  readonly sequentialId: string;
  readonly sessionId: string;
  readonly startedAt: string;
  readonly lastActivity: string;
}
/** The columns of the session are null for a player who has none. */
interface PresenceRow extends SessionRow {
  readonly expired: boolean;
}
interface EndedRow {
  readonly sequentialId: string;
  readonly sessionId: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly reason: EndReason;
}
interface Start {
  readonly sequentialId: number;
  readonly sessionId: string;
}
interface End {
  readonly sequentialId: number;
  readonly reason: EndReason;
}

const toSession = (row: SessionRow): Session => ({
  sessionId: row.sessionId,
  startedAt: Number(row.startedAt),
  lastActivity: Number(row.lastActivity),
});
const toEnded = (row: EndedRow): EndedSession => ({
  sessionId: row.sessionId,
  startedAt: Number(row.startedAt),
  endedAt: Number(row.endedAt),
  reason: row.reason,
});
const byId = <R extends { readonly sequentialId: string }>(rows: readonly R[]): Map<number, R> =>
  new Map(rows.map((row) => [Number(row.sequentialId), row]));
const inKeyOrder = <C extends { readonly sequentialId: number }>(calls: readonly C[]): C[] =>
  calls.toSorted((a, b) => a.sequentialId - b.sequentialId);

export function sessionStore(database: Database): SessionStore & { drain(): Promise<unknown> } {
  const { pool, inOrder, now, sessionTimeoutMilliseconds: timeout } = database;

  /** For players without the row that was looked for: those who exist, with the row that they have. */
  async function findPresent(ids: readonly number[]): Promise<Map<number, PresenceRow>> {
    if (ids.length === 0) return new Map();
    const sorted = bigints(ids.toSorted((a, b) => a - b));
    return byId(await patiently(() => pool.query<PresenceRow>(findPresence, [sorted, now(), timeout]), true));
  }

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

  async function insert(starts: readonly Start[]): Promise<Map<number, SessionRow>> {
    const sorted = inKeyOrder(starts);
    const ids = bigints(sorted.map((start) => start.sequentialId));
    const sessionIds = uuids(sorted.map((start) => start.sessionId));
    return byId(await pool.query<SessionRow>(startSessions, [ids, sessionIds, now()]));
  }

  async function start(starts: readonly Start[]): Promise<(Session | 'already-active' | undefined)[]> {
    const started = await insert(starts);
    const refused = starts.filter((call) => !started.has(call.sequentialId));
    const present = await findPresent(refused.map((call) => call.sequentialId));
    const expired = refused.filter((call) => present.get(call.sequentialId)?.expired);
    if (expired.length > 0) {
      await patiently(() => endExpired(expired.map((call) => call.sequentialId)), true);
      const late = await insert(expired);
      for (const [id, row] of late) started.set(id, row);
    }
    return starts.map(({ sequentialId, sessionId }) => {
      const there = present.get(sequentialId);
      // The id tells a session that this very call started, before an error made it run again.
      const row = started.get(sequentialId) ?? (there?.sessionId === sessionId ? there : undefined);
      if (row) return toSession(row);
      return there ? 'already-active' : undefined;
    });
  }

  const starts = createLane<Start, Session | 'already-active' | undefined>({
    // Its id makes a start one that may be repeated: it finds what it has done.
    repeatable: true,
    maxInFlight: lanesInFlight,
    async run(calls) {
      try {
        return await start(calls);
      } catch (error) {
        // There is no such player (any more): alone in its batch, such a call knows that it was meant.
        if (calls.length === 1 && isMissingReference(error)) return [undefined];
        throw error;
      }
    },
  });

  const heartbeats = createLane<number, Session | 'not-active' | undefined>({
    repeatable: true,
    maxInFlight: lanesInFlight,
    async run(ids) {
      const sorted = bigints(ids.toSorted((a, b) => a - b));
      const rows = byId(await pool.query<SessionRow>(heartbeatSessions, [sorted, now(), timeout]));
      const present = await findPresent(ids.filter((id) => !rows.has(id)));
      return ids.map((id) => {
        const row = rows.get(id);
        if (row) return toSession(row);
        return present.has(id) ? 'not-active' : undefined;
      });
    },
  });

  const ends = createLane<End, EndedSession | 'not-active' | undefined>({
    repeatable: false,
    maxInFlight: lanesInFlight,
    async run(calls) {
      const rows = await end(calls, false);
      const missing = calls.filter((call) => !rows.has(call.sequentialId));
      const present = await findPresent(missing.map((call) => call.sequentialId));
      return calls.map(({ sequentialId, reason }) => {
        const row = rows.get(sequentialId);
        if (row) return row.reason === reason ? toEnded(row) : 'not-active';
        return present.has(sequentialId) ? 'not-active' : undefined;
      });
    },
  });

  async function query<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw asStoreError(error);
    }
  }

  return {
    insert: (sequentialId, sessionId) => inOrder(sequentialId, () => starts.add({ sequentialId, sessionId })),
    update: (sequentialId) => inOrder(sequentialId, () => heartbeats.add(sequentialId)),
    delete: (sequentialId, reason) => inOrder(sequentialId, () => ends.add({ sequentialId, reason })),
    listEnded: (sequentialId, limit) =>
      query(async () => (await pool.query<EndedRow>(listEnded, [sequentialId, limit])).map(toEnded)),
    deleteExpired: (afterSequentialId, rows) =>
      query(async () => {
        const window = await pool.query<{ sequentialId: string; expired: boolean }>(listActive, [
          afterSequentialId,
          rows,
          now(),
          timeout,
        ]);
        const last = window.at(-1);
        const next = window.length < rows || !last ? undefined : Number(last.sequentialId);
        const expired = window.filter((row) => row.expired).map((row) => Number(row.sequentialId));
        const moved = expired.length === 0 ? 0 : (await endExpired(expired)).size;
        return { moved, next };
      }),
    deleteOldHistory: (days) => query(() => deleteOldHistory(database, days)),
    drain: () => Promise.all([starts.drain(), heartbeats.drain(), ends.drain()]),
  };
}
