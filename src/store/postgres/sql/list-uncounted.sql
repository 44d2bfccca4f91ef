-- Ended sessions that are not counted after a key, in key order. Expects ended_sessions_uncounted of each partition.
SELECT sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt", session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", reason, context, counted::int AS mark
FROM ended_sessions
WHERE counted <> 1 AND (sequential_id, ended_at, session_id) > ($1::bigint, $2::bigint, $3::uuid)
ORDER BY sequential_id, ended_at, session_id
LIMIT $4::int
