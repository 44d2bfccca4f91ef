-- The players whose ids are below one, the highest first, for a sorted search. Expects metadata_pkey.
-- Parameters: before bigint, most int
-- Columns: sequentialId float8
SELECT sequential_id::float8 AS "sequentialId"
FROM metadata
WHERE sequential_id < :before
ORDER BY metadata.sequential_id DESC
LIMIT :most
