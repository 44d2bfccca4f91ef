-- The largest value of an index. By metadata_index_entries_value.
-- Parameters: indexId bigint
-- Columns: value bytea
SELECT value
FROM metadata_index_entries
WHERE index_id = :indexId AND value IS NOT NULL
ORDER BY value DESC
LIMIT 1
