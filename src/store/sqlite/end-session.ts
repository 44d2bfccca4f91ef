// The one way in which an active session becomes an ended one: its row moves from one table to the other. A session
// that had expired by then ended at its last activity, whatever the reason that was asked for.
import type { Database } from 'bun:sqlite';
import type { ActiveSession, EndedSession, EndReason } from '../ports/store.ts';
import type { HistoryLimit } from '../shared/history-limit.ts';
import type { SavedStates } from './saved-states.ts';

/** Before a change in the same transaction, since RETURNING takes twice as long as two statements. */
export const findActiveRow = `SELECT session_id AS sessionId, started_at AS startedAt, last_activity AS lastActivity, context,
    ifnull(seen_at, last_activity) AS seenAt
  FROM active_sessions WHERE sequential_id = ?1`;

/** A session that has a row, be it active or expired. */
export interface ActiveRow extends ActiveSession {
  /** By this it expires: its last activity or, where that is a time to come, when it was seen last. */
  readonly seenAt: number;
}

interface EndOptions {
  readonly db: Database;
  readonly savedStates: SavedStates;
  readonly historyLimit: HistoryLimit;
  readonly sessionTimeout: number;
}

/** A function that ends a player's session, if there is one, and answers what is now in the history. */
export function endSession({ db, savedStates, historyLimit, sessionTimeout }: EndOptions) {
  const find = db.prepare<ActiveRow, [number]>(findActiveRow);
  const remove = db.prepare<object, [number]>('DELETE FROM active_sessions WHERE sequential_id = ?1');
  const append = db.prepare<object, [number, number, string, number, EndReason, string | null]>(
    `INSERT OR IGNORE INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
  );

  return (sequentialId: number, asked: EndReason, now: number): EndedSession | undefined => {
    // First, and whether there is a session or not: a start comes by here too.
    savedStates.forget(sequentialId);
    const row = find.get(sequentialId);
    if (!row) return undefined;
    remove.run(sequentialId);
    const expired = row.seenAt <= now - sessionTimeout;
    const endedAt = expired ? row.lastActivity : Math.max(now, row.lastActivity);
    const reason = expired ? 'expired' : asked;
    append.run(sequentialId, endedAt, row.sessionId, row.startedAt, reason, row.context);
    historyLimit.ended(sequentialId, row.context === null ? 0 : Buffer.byteLength(row.context));
    return { sessionId: row.sessionId, startedAt: row.startedAt, endedAt, reason };
  };
}
