-- A player's history, newest first. Expects ended_sessions_pkey of each partition.
SELECT session_id AS "sessionId", started_at AS "startedAt", ended_at AS "endedAt", reason
FROM ended_sessions
WHERE sequential_id = $1::bigint
ORDER BY ended_at DESC, session_id DESC
LIMIT $2::int
