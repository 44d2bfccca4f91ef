-- Locks the row of a player against everything. Expects metadata_pkey.
-- Parameters: sequentialId bigint
-- Columns: isThere boolean
SELECT true AS "isThere"
FROM metadata
WHERE sequential_id = :sequentialId
FOR UPDATE
