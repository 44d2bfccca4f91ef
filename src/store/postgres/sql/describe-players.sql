-- Facts about players, without their texts: the size of a text that is stored out of line (TOAST) is known without reading it. A
-- session that has a row is the newest. Otherwise the newest ended session is looked for from `last_seen_at` on, so that few
-- partitions are read. A start that was refused may have left a later `last_seen_at` than the end of the session; then all
-- partitions are read. Expects metadata_pkey, active_sessions_pkey and ended_sessions' primary key.
-- Parameters: ids bigint[], now bigint?, timeout bigint
-- Columns: :shown_player, version float8, metadataBytes int, now float8, online boolean, lastSeenAt float8?, label text?
WITH :clock
SELECT :shown_player, version::float8, coalesce(octet_length(text), 0) AS "metadataBytes", :clock_now::float8 AS "now",
  coalesce(:is_active, false) AS "online",
  coalesce(
    last_activity,
    (
      SELECT ended_at
      FROM ended_sessions
      WHERE :history_of_player AND ended_at >= coalesce(metadata.last_seen_at, 0)
      ORDER BY ended_at DESC
      LIMIT 1
    ),
    (
      SELECT ended_at
      FROM ended_sessions
      WHERE :history_of_player AND metadata.last_seen_at IS NOT NULL
      ORDER BY ended_at DESC
      LIMIT 1
    ),
    last_seen_at
  )::float8 AS "lastSeenAt",
  label
FROM metadata
LEFT JOIN active_sessions ON active_sessions.sequential_id = metadata.sequential_id
WHERE metadata.sequential_id = ANY (:ids)
