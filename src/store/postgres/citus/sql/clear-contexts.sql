-- Clears the contexts of rows of a player's history. Expects ended_sessions' primary key.
-- Parameters: sequentialId bigint, endedAts bigint[], sessionIds uuid[]
UPDATE ended_sessions
SET context = NULL
FROM unnest(:endedAts, :sessionIds) AS surplus (ended_at, session_id)
WHERE ended_sessions.sequential_id = :sequentialId AND ended_sessions.ended_at = surplus.ended_at
  AND ended_sessions.session_id = surplus.session_id
