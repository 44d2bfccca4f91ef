-- The sequential id that is some rows after another one in a table; none where there are fewer. Expects the primary key of the table.
-- Parameters: after bigint, skipped int
-- Columns: end float8
-- Tables: table metadata, active_sessions, metadata_versions, metadata_losses, metadata_index_entries, idempotency_keys, server_idempotency_keys
SELECT sequential_id::float8 AS "end"
FROM :table
WHERE sequential_id > :after
ORDER BY sequential_id
OFFSET :skipped
LIMIT 1
