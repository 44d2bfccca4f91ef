-- Lists the rows of a player's history that are past its bounds, as in shorten-history.sql, without locking them. Expects
-- ended_sessions' primary key.
-- Parameters: sequentialId bigint, readRows int, maxRows int, maxBytes bigint, rowBytes int, stepRows int
-- Columns: endedAt float8, sessionId text, isDeleted boolean
WITH :surplus_history
SELECT ended_at::float8 AS "endedAt", session_id::text AS "sessionId", is_deleted AS "isDeleted"
FROM surplus
