// Sessions in SQLite. Expiry is judged at the moment of each statement; `expire` only tidies up.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { beginningOf } from '../../lib/ids.ts';
import {
  CLOCK_SKEW_MILLISECONDS,
  ENDED_SEARCH_EARLIER_MILLISECONDS,
  ENDED_SEARCH_ROWS,
  PRUNE_STEP_ROWS,
} from '../../tuning.ts';
import type {
  ActiveSession,
  EndedSession,
  NotActive,
  Session,
  SessionStore,
  StartOptions,
} from '../ports/store.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
import type { HistoryLimit } from '../shared/history-limit.ts';
import { historyStart } from '../shared/history-months.ts';
import { type ActiveRow, endSession, findActiveRow } from './end-session.ts';
import type { Once } from './idempotency-keys.ts';
import type { Reader } from './reader.ts';
import type { SavedStates } from './saved-states.ts';
import type { Writer } from './writer.ts';

/** A caller who names the session knows its last activity, so the time is left out. */
const toActiveSession = ({ sessionId, startedAt, lastActivity, context }: ActiveRow): ActiveSession => ({
  sessionId,
  startedAt,
  lastActivity,
  context,
});

const expired = (lastActivity: number, sessionId?: string): NotActive =>
  sessionId === undefined ? { notActive: 'expired', lastActivity } : { notActive: 'expired' };

interface HistoryKey {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
}

export interface SessionStoreOptions {
  readonly db: Database;
  readonly savedStates: SavedStates;
  readonly historyLimit: HistoryLimit;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly once: Once;
  readonly clock: Clock;
  readonly sessionTimeout: number;
}

export function sessionStore({
  db,
  savedStates,
  historyLimit,
  writer,
  reader,
  once,
  clock,
  sessionTimeout,
}: SessionStoreOptions): SessionStore {
  const findPlayer = 'SELECT 1 FROM metadata WHERE sequential_id = ?1';
  const playerExists = db.prepare<object, [number]>(findPlayer);
  const playerExistsCommitted = reader.db.query<object, [number]>(findPlayer);
  const findActive = db.prepare<ActiveRow, [number]>(findActiveRow);
  const findCommitted = reader.db.query<ActiveRow, [number]>(findActiveRow);
  const insert = db.prepare<object, [number, string, number, string | null]>(
    `INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context)
     VALUES (?1, ?2, ?3, ?3, ?4)`,
  );
  const touch = db.prepare<object, [number, number, number | null]>(
    'UPDATE active_sessions SET last_activity = ?2, seen_at = ?3 WHERE sequential_id = ?1',
  );
  const correctClock = db.prepare<object, [number, number, number]>(
    'UPDATE active_sessions SET seen_at = ?2 WHERE sequential_id = ?1 AND ifnull(seen_at, last_activity) > ?3',
  );
  // One that has expired is shown where the sweep will put it.
  const listEnded = reader.db.query<
    EndedSession & Pick<ActiveSession, 'context'>,
    [number, number, number, string, number]
  >(
    `SELECT session_id AS sessionId, started_at AS startedAt, ended_at AS endedAt, reason, context FROM ended_sessions
     WHERE sequential_id = ?1 AND (ended_at, session_id) < (?3, ?4)
     UNION ALL
     SELECT session_id, started_at, last_activity, 'expired', context FROM active_sessions
     WHERE sequential_id = ?1 AND ifnull(seen_at, last_activity) <= ?5 AND (last_activity, session_id) < (?3, ?4)
     ORDER BY endedAt DESC, sessionId DESC LIMIT ?2`,
  );
  const listWindow = reader.db.query<{ id: number; seenAt: number }, [number, number]>(
    `SELECT sequential_id AS id, ifnull(seen_at, last_activity) AS seenAt FROM active_sessions
     WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2`,
  );
  const listHistory = reader.db.query<HistoryKey, [number, number, string, number]>(
    `SELECT sequential_id AS sequentialId, ended_at AS endedAt, session_id AS sessionId FROM ended_sessions
     WHERE (sequential_id, ended_at, session_id) > (?1, ?2, ?3)
     ORDER BY sequential_id, ended_at, session_id LIMIT ?4`,
  );
  const deleteHistory = db.prepare<object, [number, number, string]>(
    'DELETE FROM ended_sessions WHERE sequential_id = ?1 AND ended_at = ?2 AND session_id = ?3',
  );
  const end = endSession({ db, savedStates, historyLimit, sessionTimeout });

  // Sessions of one player do not overlap, so of those that ended since this one began it is the first, but for clocks that differ.
  const findEnded = db.query<Pick<EndedSession, 'reason'>, [number, string, number]>(
    `SELECT reason FROM (
       SELECT * FROM (SELECT session_id, reason FROM ended_sessions WHERE sequential_id = ?1 AND ended_at >= ?3
         ORDER BY ended_at, session_id LIMIT ${ENDED_SEARCH_ROWS})
       UNION ALL
       SELECT * FROM (SELECT session_id, reason FROM ended_sessions WHERE sequential_id = ?1
         ORDER BY ended_at DESC, session_id DESC LIMIT ${ENDED_SEARCH_ROWS}))
     WHERE session_id = ?2 LIMIT 1`,
  );

  /** Why a session was not found to be active: that one, or any. */
  function notActive(sequentialId: number, sessionId?: string): NotActive | undefined {
    if (!playerExists.get(sequentialId)) return undefined;
    const row = findActive.get(sequentialId);
    if (sessionId === undefined) return row ? expired(row.lastActivity) : { notActive: 'none' };
    if (row?.sessionId === sessionId) return expired(row.lastActivity, sessionId);
    const since = beginningOf(sessionId) - ENDED_SEARCH_EARLIER_MILLISECONDS;
    return { notActive: findEnded.get(sequentialId, sessionId, since)?.reason ?? 'unknown' };
  }
  /** The active session, if there is one and it is the one that was meant. */
  function active(sequentialId: number, now: number, sessionId?: string): ActiveRow | undefined {
    const row = findActive.get(sequentialId);
    if (!row || row.seenAt <= now - sessionTimeout) return undefined;
    return sessionId === undefined || sessionId === row.sessionId ? row : undefined;
  }

  function start(
    sequentialId: number,
    sessionId: string,
    { onActive = 'reject', context = null }: StartOptions,
    now: number,
  ): Session | 'already-active' | undefined {
    if (!playerExists.get(sequentialId)) return undefined;
    const there = active(sequentialId, now);
    if (there && onActive === 'reject') return 'already-active';
    if (there && onActive === 'resume') return heartbeat(sequentialId, there, now);
    end(sequentialId, 'replaced', now);
    insert.run(sequentialId, sessionId, now, context);
    return { sessionId, startedAt: now, lastActivity: now };
  }

  function heartbeat(sequentialId: number, row: ActiveRow, now: number): Session {
    const { sessionId, startedAt } = row;
    const lastActivity = Math.max(row.lastActivity, now);
    touch.run(sequentialId, lastActivity, lastActivity > now + CLOCK_SKEW_MILLISECONDS ? now : null);
    return { sessionId, startedAt, lastActivity };
  }

  return {
    start: (sequentialId, sessionId, options = {}) =>
      writer.write(
        (now) =>
          once(sequentialId, options.idempotencyKey, now, () => start(sequentialId, sessionId, options, now)),
        sequentialId,
      ),
    heartbeat: (sequentialId, options) =>
      writer.write(
        (now) =>
          once(sequentialId, options?.idempotencyKey, now, () => {
            const row = active(sequentialId, now, options?.sessionId);
            return row ? heartbeat(sequentialId, row, now) : notActive(sequentialId, options?.sessionId);
          }),
        sequentialId,
      ),
    end: (sequentialId, reason, options) =>
      writer.write(
        (now) =>
          once(sequentialId, options?.idempotencyKey, now, () => {
            const sessionId = options?.sessionId;
            const isMeant = sessionId === undefined || findActive.get(sequentialId)?.sessionId === sessionId;
            const ended = isMeant ? end(sequentialId, reason, now) : undefined;
            if (!ended) return notActive(sequentialId, sessionId);
            return ended.reason === reason ? ended : expired(ended.endedAt, sessionId);
          }),
        sequentialId,
      ),
    find: async (sequentialId) =>
      reader.read(() => {
        const row = findCommitted.get(sequentialId);
        if (row && row.seenAt > clock.now() - sessionTimeout) return toActiveSession(row);
        if (row) return expired(row.lastActivity);
        return playerExistsCommitted.get(sequentialId) ? { notActive: 'none' } : undefined;
      }, sequentialId),
    listEnded: async (sequentialId, limit, after) =>
      reader.read(() => {
        const { endedAt, sessionId } = after ?? { endedAt: Number.MAX_SAFE_INTEGER, sessionId: '' };
        return listEnded.all(sequentialId, limit, endedAt, sessionId, clock.now() - sessionTimeout);
      }, sequentialId),
    async deleteOldHistory(days, signal) {
      const start = historyStart(clock.now(), days);
      let after: HistoryKey | undefined = { sequentialId: 0, endedAt: 0, sessionId: '' };
      while (after && !signal.aborted) {
        const { sequentialId, endedAt, sessionId }: HistoryKey = after;
        const window: HistoryKey[] = await reader.read(
          () => listHistory.all(sequentialId, endedAt, sessionId, PRUNE_STEP_ROWS),
          backgroundJobs,
        );
        const old = window.filter((row) => row.endedAt < start);
        if (old.length > 0) {
          await writer.write(() => {
            for (const row of old) deleteHistory.run(row.sequentialId, row.endedAt, row.sessionId);
          }, backgroundJobs);
        }
        after = window.length < PRUNE_STEP_ROWS ? undefined : window.at(-1);
        await Bun.sleep(0);
      }
    },
    async expire(afterSequentialId, rows) {
      const window = await reader.read(() => listWindow.all(afterSequentialId, rows), backgroundJobs);
      const next = window.length < rows ? undefined : window.at(-1)?.id;
      const time = clock.now();
      const ahead = window.filter((row) => row.seenAt > time + CLOCK_SKEW_MILLISECONDS);
      if (ahead.length > 0) {
        await writer.write((now) => {
          for (const { id } of ahead) {
            correctClock.run(id, now, now + CLOCK_SKEW_MILLISECONDS);
            savedStates.forget(id);
          }
        }, backgroundJobs);
      }
      const candidates = window.filter((row) => row.seenAt <= time - sessionTimeout);
      const goingOn = window.length - candidates.length;
      if (candidates.length === 0) return { moved: 0, active: goingOn, next };
      const moved = await writer.write((now) => {
        const expired = candidates.filter(({ id }) => !active(id, now) && end(id, 'expired', now));
        return expired.length;
      }, backgroundJobs);
      return { moved, active: goingOn, next };
    },
  };
}
