-- Kept versions of players with their contents, each player's in a range and newest first. Expects metadata_versions_pkey.
SELECT metadata_versions.sequential_id::float8 AS "sequentialId", version::float8, written_at::float8 AS "writtenAt",
  session_id::text AS "sessionId", by_server AS "byServer", key_id AS "keyId", kept_at::float8 AS "keptAt", milestone,
  size_bytes AS "sizeBytes", base_version::float8 AS "baseVersion", content
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS input (sequential_id, first, last)
JOIN metadata_versions ON metadata_versions.sequential_id = input.sequential_id
  AND version >= input.first AND version <= input.last
ORDER BY metadata_versions.sequential_id, version DESC
