-- What a write that decides by what it finds has to know. Expects metadata_pkey and active_sessions_pkey.
SELECT metadata.sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", written_in::text AS "sessionId", by_server AS "byServer",
  kept_at::float8 AS "keptAt", unseen_starts::float8 AS "unseenStarts", present.session_id::text AS "activeSessionId", clock.now::float8 AS "now"
FROM metadata
CROSS JOIN (SELECT coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) OFFSET 0) AS clock (now)
LEFT JOIN active_sessions AS present
  ON present.sequential_id = metadata.sequential_id AND coalesce(present.seen_at, present.last_activity) > clock.now - $3::bigint
WHERE metadata.sequential_id = ANY ($1::bigint[])
