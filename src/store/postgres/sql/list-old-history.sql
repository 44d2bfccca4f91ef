-- A page of the sessions that ended before a time, after a key and in key order. Expects ended_sessions' primary key.
-- Parameters: sequentialId bigint, endedAt bigint, sessionId uuid, before bigint, limit int
-- Columns: sequentialId float8, endedAt float8, sessionId text
SELECT sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt", session_id::text AS "sessionId"
FROM ended_sessions
WHERE (sequential_id, ended_at, session_id) > (:sequentialId, :endedAt, :sessionId) AND ended_at < :before
ORDER BY sequential_id, ended_at, session_id
LIMIT :limit
