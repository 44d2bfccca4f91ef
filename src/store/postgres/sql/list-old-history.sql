-- A page of the sessions that ended before $4, after a key and in key order. Expects ended_sessions' primary key.
SELECT sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt", session_id::text AS "sessionId"
FROM ended_sessions
WHERE (sequential_id, ended_at, session_id) > ($1::bigint, $2::bigint, $3::uuid) AND ended_at < $4::bigint
ORDER BY sequential_id, ended_at, session_id
LIMIT $5::int
