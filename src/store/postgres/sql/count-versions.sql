-- The number of kept versions of the input that are there. Expects metadata_versions_pkey.
-- Parameters: ids bigint[], versions bigint[]
-- Columns: count float8
SELECT count(*)::float8 AS count
FROM unnest(:ids, :versions) AS input (sequential_id, version)
JOIN metadata_versions ON metadata_versions.sequential_id = input.sequential_id AND metadata_versions.version = input.version
