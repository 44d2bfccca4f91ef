-- The players of a range who have rows in a table and no metadata. Expects the primary key of the table.
-- Parameters: after bigint, end bigint
-- Columns: sequentialId float8
-- Tables: table active_sessions, metadata_versions, metadata_losses, metadata_index_entries, idempotency_keys, server_idempotency_keys
SELECT DISTINCT sequential_id::float8 AS "sequentialId"
FROM :table
WHERE :in_range AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = :table.sequential_id)
