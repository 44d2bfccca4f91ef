-- The state of metadata that a conditional write decides on, with the active session. Expects metadata_pkey and
-- active_sessions_pkey.
SELECT metadata.sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", written_session_id::text AS "sessionId", by_server AS "byServer", written_key_id AS "keyId",
  kept_at::float8 AS "keptAt", unseen_starts::float8 AS "unseenStarts",
  CASE WHEN suspended_until > clock.now THEN suspended_until::float8 END AS "suspendedUntil", active.session_id::text AS "activeSessionId", clock.now::float8 AS "now"
FROM metadata
CROSS JOIN (SELECT coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) OFFSET 0) AS clock (now)
LEFT JOIN active_sessions AS active
  ON active.sequential_id = metadata.sequential_id AND coalesce(active.corrected_activity, active.last_activity) > clock.now - $3::bigint
WHERE metadata.sequential_id = ANY ($1::bigint[])
