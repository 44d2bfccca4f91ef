-- Locks the row of a player against writes and starts, and reads the suspension in it with the time. Expects metadata_pkey.
-- Parameters: sequentialId bigint, now bigint?
-- Columns: suspendedUntil float8?, reason text?, now float8
SELECT suspended_until::float8 AS "suspendedUntil", suspension_reason AS "reason",
  :present::float8 AS "now"
FROM metadata
WHERE sequential_id = :sequentialId
FOR NO KEY UPDATE
