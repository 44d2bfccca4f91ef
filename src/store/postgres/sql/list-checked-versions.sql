-- The facts of the kept versions of a range of players, newest first. Expects metadata_versions_pkey.
-- Parameters: after bigint, end bigint
-- Columns: :checked_version, contentBytes float8
SELECT :checked_version, octet_length(content)::float8 AS "contentBytes"
FROM metadata_versions
WHERE :in_range
ORDER BY metadata_versions.sequential_id, metadata_versions.version DESC
