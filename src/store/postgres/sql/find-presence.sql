-- Which of these players exist, and whether a session of theirs has expired. Expects metadata_pkey and
-- active_sessions_pkey.
SELECT metadata.sequential_id AS "sequentialId",
  coalesce(
    active_sessions.last_activity
      <= coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) - $3::bigint,
    false
  ) AS "expired"
FROM metadata
LEFT JOIN active_sessions ON active_sessions.sequential_id = metadata.sequential_id
WHERE metadata.sequential_id = ANY ($1::bigint[])
