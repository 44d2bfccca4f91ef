-- The index entries of a range of players. Expects metadata_index_entries_pkey.
-- Parameters: after bigint, end bigint
-- Columns: sequentialId float8, indexId float8, value bytea?
SELECT sequential_id::float8 AS "sequentialId", index_id::float8 AS "indexId", value
FROM metadata_index_entries
WHERE :in_range
ORDER BY metadata_index_entries.sequential_id, metadata_index_entries.index_id
