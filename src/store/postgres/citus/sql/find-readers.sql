-- The players who exist, each with the end of a suspension that is not over. Expects metadata_pkey.
-- Parameters: ids bigint[], now bigint?
-- Columns: sequentialId float8, suspendedUntil float8?
SELECT sequential_id::float8 AS "sequentialId", :suspension_end AS "suspendedUntil"
FROM metadata
WHERE sequential_id = ANY (:ids)
