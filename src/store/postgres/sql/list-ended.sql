-- A page of a player's history before a position, newest first. An expired session that still has its row is listed as it will
-- be moved. Expects ended_sessions_pkey of each partition and active_sessions_pkey.
-- Parameters: sequentialId bigint, limit int, endedAt bigint, sessionId uuid, now bigint?, timeout bigint
-- Columns: sessionId text, startedAt float8, endedAt float8, reason end_reason, context text?, installationId text?
WITH :clock
SELECT session_id::text AS "sessionId", started_at::float8 AS "startedAt", ended_at::float8 AS "endedAt", reason, context,
  installation_id AS "installationId"
FROM (
  SELECT session_id, started_at, ended_at, reason, context, installation_id
  FROM ended_sessions
  WHERE sequential_id = :sequentialId AND (ended_at, session_id) < (:endedAt, :sessionId)
  UNION ALL
  SELECT session_id, started_at, last_activity, 'expired', context, installation_id
  FROM active_sessions
  WHERE sequential_id = :sequentialId AND (last_activity, session_id) < (:endedAt, :sessionId) AND :is_expired
) AS history
ORDER BY ended_at DESC, session_id DESC
LIMIT :limit
