-- Those of some players whose state was written after the session that its row names: a save looks who plays only after a
-- start, so it leaves the name of a session that was over by then. Within what is kept of a player's sessions that are over,
-- the end lies after the last write that did look, or as long before it as a session may be silent. Expects metadata_pkey,
-- active_sessions_pkey and ended_sessions' primary key.
SELECT metadata.sequential_id::float8 AS "sequentialId"
FROM metadata
WHERE metadata.sequential_id = ANY ($1::bigint[]) AND metadata.written_in IS NOT NULL
  AND (
    EXISTS (
      SELECT FROM active_sessions
      WHERE active_sessions.sequential_id = metadata.sequential_id AND session_id = metadata.written_in
        AND coalesce(seen_at, last_activity) <= metadata.written_at - $2::bigint
    )
    OR EXISTS (
      SELECT FROM ended_sessions
      WHERE ended_sessions.sequential_id = metadata.sequential_id AND session_id = metadata.written_in
        AND ended_at >= coalesce(metadata.kept_at - $2::bigint, 0)
        AND CASE reason WHEN 'expired' THEN ended_at <= metadata.written_at - $2::bigint ELSE ended_at < metadata.written_at END
    )
  )
