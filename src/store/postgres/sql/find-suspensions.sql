-- The suspensions of players that are not over. Expects metadata_suspended or metadata_pkey.
-- Parameters: ids bigint[], now bigint?
-- Columns: sequentialId float8, suspendedUntil float8, reason text?
SELECT sequential_id::float8 AS "sequentialId", suspended_until::float8 AS "suspendedUntil", suspension_reason AS "reason"
FROM metadata
WHERE sequential_id = ANY (:ids)
  AND suspended_until > :present
