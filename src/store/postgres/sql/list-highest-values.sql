-- The entries of an index before a place, the highest values first, for a sorted search. Expects metadata_index_entries_value.
-- Parameters: indexId bigint, value bytea, sequentialId bigint, most int
-- Columns: sequentialId float8, value bytea
SELECT sequential_id::float8 AS "sequentialId", value
FROM metadata_index_entries
WHERE index_id = :indexId AND value IS NOT NULL AND (value, sequential_id) < (:value, :sequentialId)
ORDER BY metadata_index_entries.value DESC, metadata_index_entries.sequential_id DESC
LIMIT :most
