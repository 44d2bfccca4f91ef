-- The texts whose entries are to be made. Expects metadata_pkey.
-- Parameters: ids bigint[]
-- Columns: sequentialId float8, version float8, text text?
SELECT sequential_id::float8 AS "sequentialId", version::float8, text
FROM metadata WHERE sequential_id = ANY (:ids) ORDER BY sequential_id
