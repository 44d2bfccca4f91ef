-- Kept versions of players, each from a version on, newest first. Expects metadata_versions_pkey.
SELECT metadata_versions.sequential_id::float8 AS "sequentialId", version::float8, written_at::float8 AS "writtenAt",
  session_id::text AS "sessionId", by_server AS "byServer", kept_at::float8 AS "keptAt", milestone,
  size_bytes AS "sizeBytes", base_version::float8 AS "baseVersion", content
FROM unnest($1::bigint[], $2::bigint[]) AS input (sequential_id, first)
JOIN metadata_versions ON metadata_versions.sequential_id = input.sequential_id AND version >= input.first
ORDER BY metadata_versions.sequential_id, version DESC
