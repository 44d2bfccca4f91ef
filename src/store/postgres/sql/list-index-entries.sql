-- The keys of the next entries, in their order. Expects metadata_index_entries_pkey.
-- Parameters: sequentialId bigint, indexId bigint, limit int
-- Columns: sequentialId float8, indexId float8
SELECT sequential_id::float8 AS "sequentialId", index_id::float8 AS "indexId"
FROM metadata_index_entries WHERE (sequential_id, index_id) > (:sequentialId, :indexId)
ORDER BY sequential_id, index_id LIMIT :limit
