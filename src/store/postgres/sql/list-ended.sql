-- A player's history, newest first. Expects ended_sessions_pkey of each partition.
SELECT session_id::text AS "sessionId", started_at::float8 AS "startedAt", ended_at::float8 AS "endedAt", reason
FROM ended_sessions
WHERE sequential_id = $1::bigint
ORDER BY ended_at DESC, session_id DESC
LIMIT $2::int
