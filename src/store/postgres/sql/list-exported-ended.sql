-- A page of ended sessions for an export. Expects ended_sessions' primary key.
-- Parameters: sequentialId bigint, endedAt bigint, sessionId uuid, limit int
-- Columns: :ended_session_row
SELECT :ended_session_row
FROM ended_sessions
WHERE (sequential_id, ended_at, session_id) > (:sequentialId, :endedAt, :sessionId)
ORDER BY ended_sessions.sequential_id, ended_sessions.ended_at, ended_sessions.session_id
LIMIT :limit
