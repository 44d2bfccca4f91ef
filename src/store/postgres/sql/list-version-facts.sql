-- Kept versions of players without their contents, each player's newest first. Expects metadata_versions_pkey.
SELECT sequential_id::float8 AS "sequentialId", version::float8, written_at::float8 AS "writtenAt",
  session_id::text AS "sessionId", by_server AS "byServer", key_id AS "keyId", kept_at::float8 AS "keptAt",
  size_bytes AS "sizeBytes", base_version::float8 AS "baseVersion"
FROM metadata_versions
WHERE sequential_id = ANY ($1::bigint[])
ORDER BY metadata_versions.sequential_id, metadata_versions.version DESC
