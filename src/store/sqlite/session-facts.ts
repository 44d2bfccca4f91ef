// The starts of sessions, active or ended, in SQLite: what a start told of the game and its device; and the ends of those in the
// history.
import type { Database } from 'bun:sqlite';
import { beginningOf } from '../../lib/ids.ts';
import { ENDED_SEARCH_EARLIER_MILLISECONDS, ENDED_SEARCH_ROWS } from '../../tuning.ts';
import type { EndedSession, EndReason, StartedSession } from '../ports/sessions.ts';

/** Finds the starts of some sessions of a player on a connection. */
export function findStartsOn(
  db: Database,
): (sequentialId: number, sessionIds: readonly string[]) => readonly StartedSession[] {
  const columns = 'session_id AS sessionId, installation_id AS installationId, context';
  const wanted = 'sequential_id = ?1 AND session_id IN (SELECT value FROM json_each(?2))';
  const find = db.query<StartedSession, [number, string]>(
    `SELECT ${columns} FROM active_sessions WHERE ${wanted}
     UNION ALL SELECT ${columns} FROM ended_sessions WHERE ${wanted}`,
  );
  return (sequentialId, sessionIds) =>
    sessionIds.length === 0 ? [] : find.all(sequentialId, JSON.stringify(sessionIds));
}

/** Finds the reason why a session in the history ended on a connection. */
export function findEndOn(db: Database): (sequentialId: number, sessionId: string) => EndReason | undefined {
  // Sessions of one player do not overlap. So the session is the first one that ended after its start, unless clocks differ.
  const find = db.query<Pick<EndedSession, 'reason'>, [number, string, number]>(
    `SELECT reason FROM (
       SELECT * FROM (SELECT session_id, reason FROM ended_sessions WHERE sequential_id = ?1 AND ended_at >= ?3
         ORDER BY ended_at, session_id LIMIT ${ENDED_SEARCH_ROWS})
       UNION ALL
       SELECT * FROM (SELECT session_id, reason FROM ended_sessions WHERE sequential_id = ?1
         ORDER BY ended_at DESC, session_id DESC LIMIT ${ENDED_SEARCH_ROWS}))
     WHERE session_id = ?2 LIMIT 1`,
  );
  return (sequentialId, sessionId) =>
    find.get(sequentialId, sessionId, beginningOf(sessionId) - ENDED_SEARCH_EARLIER_MILLISECONDS)?.reason;
}
