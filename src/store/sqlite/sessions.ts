// Sessions in SQLite. Expiry is judged at the moment of each statement; `deleteExpired` only tidies up.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { HISTORY_STEP_ROWS } from '../../limits.ts';
import { historyStart } from '../history.ts';
import type { EndedSession, SessionStore } from '../store.ts';
import { type ActiveRow, endSession, findActiveRow } from './end-session.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

interface HistoryKey {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
}

export interface SessionStoreOptions {
  readonly db: Database;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly sessionTimeout: number;
}

export function sessionStore({
  db,
  writer,
  reader,
  clock,
  sessionTimeout,
}: SessionStoreOptions): SessionStore {
  const playerExists = db.prepare<object, [number]>('SELECT 1 FROM metadata WHERE sequential_id = ?1');
  const findActive = db.prepare<ActiveRow, [number]>(findActiveRow);
  const insert = db.prepare<object, [number, string, number]>(
    'INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity) VALUES (?1, ?2, ?3, ?3)',
  );
  const touch = db.prepare<object, [number, number]>(
    'UPDATE active_sessions SET last_activity = ?2 WHERE sequential_id = ?1',
  );
  const listEnded = reader.db.query<EndedSession, [number, number]>(
    `SELECT session_id AS sessionId, started_at AS startedAt, ended_at AS endedAt, reason FROM ended_sessions
     WHERE sequential_id = ?1 ORDER BY ended_at DESC, session_id DESC LIMIT ?2`,
  );
  const listWindow = reader.db.query<{ id: number; lastActivity: number }, [number, number]>(
    `SELECT sequential_id AS id, last_activity AS lastActivity FROM active_sessions
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
  const end = endSession(db, sessionTimeout);

  const notActive = (sequentialId: number): 'not-active' | undefined =>
    playerExists.get(sequentialId) ? 'not-active' : undefined;
  function active(sequentialId: number, now: number): ActiveRow | undefined {
    const row = findActive.get(sequentialId);
    return row && row.lastActivity > now - sessionTimeout ? row : undefined;
  }

  return {
    insert: (sequentialId, sessionId) =>
      writer.write((now) => {
        if (!playerExists.get(sequentialId)) return undefined;
        if (active(sequentialId, now)) return 'already-active';
        end(sequentialId, 'expired', now);
        insert.run(sequentialId, sessionId, now);
        return { sessionId, startedAt: now, lastActivity: now };
      }),
    update: (sequentialId) =>
      writer.write((now) => {
        const row = active(sequentialId, now);
        if (!row) return notActive(sequentialId);
        const lastActivity = Math.max(row.lastActivity, now);
        touch.run(sequentialId, lastActivity);
        return { ...row, lastActivity };
      }),
    delete: (sequentialId, reason) =>
      writer.write((now) => {
        const ended = end(sequentialId, reason, now);
        if (ended && ended.reason === reason) return ended;
        return notActive(sequentialId);
      }),
    listEnded: async (sequentialId, limit) => reader.read(() => listEnded.all(sequentialId, limit)),
    async deleteOldHistory(days, signal) {
      const start = historyStart(clock.now(), days);
      let after: HistoryKey | undefined = { sequentialId: 0, endedAt: 0, sessionId: '' };
      while (after && !signal.aborted) {
        const { sequentialId, endedAt, sessionId }: HistoryKey = after;
        const window: HistoryKey[] = await reader.read(() =>
          listHistory.all(sequentialId, endedAt, sessionId, HISTORY_STEP_ROWS),
        );
        const old = window.filter((row) => row.endedAt < start);
        if (old.length > 0) {
          await writer.write(() => {
            for (const row of old) deleteHistory.run(row.sequentialId, row.endedAt, row.sessionId);
          });
        }
        after = window.length < HISTORY_STEP_ROWS ? undefined : window.at(-1);
        await Bun.sleep(0);
      }
    },
    async deleteExpired(afterSequentialId, rows) {
      const window = await reader.read(() => listWindow.all(afterSequentialId, rows));
      const next = window.length < rows ? undefined : window.at(-1)?.id;
      const expiry = clock.now() - sessionTimeout;
      const candidates = window.filter((row) => row.lastActivity <= expiry);
      if (candidates.length === 0) return { moved: 0, next };
      const moved = await writer.write((now) => {
        const expired = candidates.filter(({ id }) => !active(id, now) && end(id, 'expired', now));
        return expired.length;
      });
      return { moved, next };
    },
  };
}
