-- Facts about players, without their texts: the size of a text that is stored out of line (TOAST) is known without reading it. A
-- session that has a row is the newest. Otherwise the newest ended session is looked for from `last_seen_at` on, so that few
-- partitions are read. A start that was refused may have left a later `last_seen_at` than the end of the session; then all
-- partitions are read. Expects metadata_pkey, active_sessions_pkey and ended_sessions' primary key.
SELECT metadata.sequential_id::float8 AS "sequentialId", player_id AS "playerId", version::float8,
  coalesce(octet_length(text), 0) AS "metadataBytes", suspended_until::float8 AS "suspendedUntil", clock.now::float8 AS "now",
  coalesce(coalesce(corrected_activity, last_activity) > clock.now - $3::bigint, false) AS "online",
  coalesce(
    last_activity,
    (
      SELECT ended_at
      FROM ended_sessions
      WHERE ended_sessions.sequential_id = metadata.sequential_id AND ended_at >= coalesce(metadata.last_seen_at, 0)
      ORDER BY ended_at DESC
      LIMIT 1
    ),
    (
      SELECT ended_at
      FROM ended_sessions
      WHERE ended_sessions.sequential_id = metadata.sequential_id AND metadata.last_seen_at IS NOT NULL
      ORDER BY ended_at DESC
      LIMIT 1
    ),
    last_seen_at
  )::float8 AS "lastSeenAt"
FROM metadata
CROSS JOIN (SELECT coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) OFFSET 0) AS clock (now)
LEFT JOIN active_sessions ON active_sessions.sequential_id = metadata.sequential_id
WHERE metadata.sequential_id = ANY ($1::bigint[])
