-- The players who exist, each with the active or expired session that has a row, and the end of a suspension that is not over.
-- Expects metadata_pkey and active_sessions_pkey.
SELECT metadata.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", last_activity::float8 AS "lastActivity", context,
  coalesce(
    coalesce(corrected_activity, last_activity)
      <= coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) - $3::bigint,
    false
  ) AS "expired",
  CASE
    WHEN suspended_until > coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
    THEN suspended_until::float8
  END AS "suspendedUntil"
FROM metadata
LEFT JOIN active_sessions ON active_sessions.sequential_id = metadata.sequential_id
WHERE metadata.sequential_id = ANY ($1::bigint[])
