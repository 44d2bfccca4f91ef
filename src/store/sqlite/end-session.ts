// The end of a session in SQLite: its row moves from the table of active sessions to the history. No other code moves one.
import type { Database } from 'bun:sqlite';
import { activeSessions } from '../ports/rows/sessions.ts';
import { namesWithout } from '../ports/rows/table.ts';
import type { EndedSession, EndReason } from '../ports/sessions.ts';
import type { ChangeNotices } from '../shared/change-notices.ts';
import { endTold } from '../shared/events.ts';
import type { HistoryLimit } from '../shared/history-limit.ts';
import { endOf, type SessionRow } from '../shared/session-rules.ts';
import { activity } from './expressions.ts';
import { selectionOf } from './rows.ts';
import type { Tell } from './tell.ts';

const sessionRow = namesWithout(activeSessions, ['sequentialId']);

/** Finds the row before a change in the same transaction, since RETURNING takes twice as long as two statements. */
export const findSessionRow = `SELECT ${selectionOf(activeSessions, sessionRow)}, ${activity} AS expiresFrom
  FROM active_sessions WHERE sequential_id = ?1`;

/** Ends a player's session within the writer's transaction. @returns its entry in the history, undefined for no session */
export type EndSession = (sequentialId: number, asked: EndReason, now: number) => EndedSession | undefined;

export function createEndSession({
  db,
  historyLimit,
  notices,
  sessionTimeout,
  tell,
}: {
  readonly db: Database;
  readonly historyLimit: HistoryLimit;
  readonly notices: ChangeNotices;
  readonly sessionTimeout: number;
  readonly tell: Tell;
}): EndSession {
  const find = db.prepare<SessionRow, [number]>(findSessionRow);
  const remove = db.prepare<object, [number]>('DELETE FROM active_sessions WHERE sequential_id = ?1');
  const append = db.prepare<
    object,
    [number, number, string, number, EndReason, string | null, string | null]
  >(
    `INSERT OR IGNORE INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context, installation_id)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
  );

  return (sequentialId, asked, now) => {
    const row = find.get(sequentialId);
    if (!row) return undefined;
    remove.run(sequentialId);
    const ended = endOf(row, asked, now, sessionTimeout);
    const { sessionId, startedAt, endedAt, reason } = ended;
    append.run(sequentialId, endedAt, sessionId, startedAt, reason, row.context, row.installationId);
    historyLimit.ended(sequentialId, row.context === null ? 0 : Buffer.byteLength(row.context));
    if (tell.sessions) tell.event(sequentialId, endTold(ended, row.context), now);
    notices.tell(sequentialId);
    return ended;
  };
}
