-- Locks rows of a player's history that are not locked. Expects ended_sessions' primary key.
-- Parameters: sequentialId bigint, endedAts bigint[], sessionIds uuid[]
-- Columns: endedAt float8, sessionId text
SELECT ended_sessions.ended_at::float8 AS "endedAt", ended_sessions.session_id::text AS "sessionId"
FROM ended_sessions
JOIN unnest(:endedAts, :sessionIds) AS surplus (ended_at, session_id)
  ON ended_sessions.ended_at = surplus.ended_at AND ended_sessions.session_id = surplus.session_id
WHERE ended_sessions.sequential_id = :sequentialId
FOR UPDATE OF ended_sessions SKIP LOCKED
