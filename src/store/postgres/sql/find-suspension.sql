-- The suspension in the row of a player, also one that is over. Expects metadata_pkey.
-- Parameters: sequentialId bigint
-- Columns: suspendedUntil float8?, reason text?
SELECT suspended_until::float8 AS "suspendedUntil", suspension_reason AS reason
FROM metadata
WHERE sequential_id = :sequentialId
