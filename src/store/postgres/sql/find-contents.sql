-- The contents of kept versions. Expects metadata_versions_pkey.
-- Parameters: ids bigint[], versions bigint[]
-- Columns: sequentialId float8, version float8, content bytea
SELECT kept.sequential_id::float8 AS "sequentialId", kept.version::float8, content
FROM unnest(:ids, :versions) AS input (sequential_id, version)
JOIN metadata_versions AS kept ON kept.sequential_id = input.sequential_id AND kept.version = input.version
