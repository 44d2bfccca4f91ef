// The starts of sessions, active or ended, in SQLite: what a start told of the game and its device.
import type { Database } from 'bun:sqlite';
import type { StartedSession } from '../ports/sessions.ts';

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
