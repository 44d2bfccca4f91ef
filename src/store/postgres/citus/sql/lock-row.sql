-- Locks the row of a player against other writes. Expects metadata_pkey.
-- Parameters: sequentialId bigint
-- Columns: isThere boolean
SELECT true AS "isThere"
FROM metadata
WHERE sequential_id = :sequentialId
FOR NO KEY UPDATE
