-- The players who exist. Expects metadata_pkey.
-- Parameters: ids bigint[]
-- Columns: sequentialId float8
SELECT sequential_id::float8 AS "sequentialId"
FROM metadata
WHERE sequential_id = ANY (:ids)
