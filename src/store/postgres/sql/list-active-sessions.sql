-- The active sessions among the $5 rows after a sequential id, at most $2, in key order. Expects active_sessions_pkey.
SELECT sequential_id::float8 AS "sequentialId", session_id::text AS "sessionId", started_at::float8 AS "startedAt",
  last_activity::float8 AS "lastActivity", context
FROM (
  SELECT sequential_id, session_id, started_at, last_activity, corrected_activity, context
  FROM active_sessions
  WHERE sequential_id > $1::bigint
  ORDER BY sequential_id
  LIMIT $5::int
) AS page
WHERE coalesce(corrected_activity, last_activity)
  > coalesce($3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) - $4::bigint
ORDER BY sequential_id
LIMIT $2::int
