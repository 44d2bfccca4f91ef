-- Deletes the rows of a player from a table. Expects the primary key of the table.
-- Parameters: sequentialId bigint
-- Tables: table metadata, metadata_index_entries, metadata_versions, metadata_losses, idempotency_keys, server_idempotency_keys
DELETE FROM :table
WHERE sequential_id = :sequentialId
