-- The texts of players. Expects metadata_pkey.
-- Parameters: ids bigint[]
-- Columns: sequentialId float8, text text?
SELECT sequential_id::float8 AS "sequentialId", text
FROM metadata
WHERE sequential_id = ANY (:ids)
