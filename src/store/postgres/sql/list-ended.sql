-- A page of a player's history before a position, newest first. An expired session that still has its row is listed as it will
-- be moved. Expects ended_sessions_pkey of each partition and active_sessions_pkey.
SELECT session_id::text AS "sessionId", started_at::float8 AS "startedAt", ended_at::float8 AS "endedAt", reason, context
FROM (
  SELECT session_id, started_at, ended_at, reason, context
  FROM ended_sessions
  WHERE sequential_id = $1::bigint AND (ended_at, session_id) < ($3::bigint, $4::uuid)
  UNION ALL
  SELECT session_id, started_at, last_activity, 'expired', context
  FROM active_sessions
  WHERE sequential_id = $1::bigint AND (last_activity, session_id) < ($3::bigint, $4::uuid)
    AND coalesce(corrected_activity, last_activity)
      <= coalesce($5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) - $6::bigint
) AS history
ORDER BY ended_at DESC, session_id DESC
LIMIT $2::int
