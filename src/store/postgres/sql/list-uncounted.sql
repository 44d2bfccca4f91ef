-- Ended sessions that are not counted after a key, in key order. Expects ended_sessions_uncounted of each partition.
-- Parameters: sequentialId bigint, endedAt bigint, sessionId uuid, limit int
-- Columns: sequentialId float8, endedAt float8, sessionId text, startedAt float8, reason end_reason, context text?, mark int
SELECT sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt", session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", reason, context, counted::int AS mark
FROM ended_sessions
WHERE counted <> 1 AND (sequential_id, ended_at, session_id) > (:sequentialId, :endedAt, :sessionId)
ORDER BY sequential_id, ended_at, session_id
LIMIT :limit
