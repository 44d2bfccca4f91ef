-- find-for-edit.sql of one server for players of one shard. Expects metadata_pkey, active_sessions_pkey and idempotency_keys_pkey.
SELECT metadata.sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", written_session_id::text AS "sessionId", by_server AS "byServer", written_key_id AS "keyId",
  kept_at::float8 AS "keptAt", unseen_starts::float8 AS "unseenStarts",
  CASE WHEN suspended_until > $2::bigint THEN suspended_until::float8 END AS "suspendedUntil",
  active.session_id::text AS "activeSessionId", $2::float8 AS "now",
  used.fingerprint, used.outcome, used.is_shortened AS "isShortened"
FROM metadata
JOIN unnest($1::bigint[], $4::text[]) AS input (sequential_id, key) ON metadata.sequential_id = input.sequential_id
LEFT JOIN active_sessions AS active
  ON active.sequential_id = metadata.sequential_id
    AND coalesce(active.corrected_activity, active.last_activity) > $2::bigint - $3::bigint
LEFT JOIN idempotency_keys AS used
  ON used.sequential_id = metadata.sequential_id AND used.key = input.key AND used.created_at + $5::bigint > $2::bigint
WHERE metadata.sequential_id = ANY ($1::bigint[])
