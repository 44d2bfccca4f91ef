-- The kept versions of players. Expects metadata_versions_pkey.
-- Parameters: ids bigint[]
-- Columns: id float8, version float8
SELECT sequential_id::float8 AS id, version::float8 AS version
FROM metadata_versions
WHERE sequential_id = ANY (:ids)
