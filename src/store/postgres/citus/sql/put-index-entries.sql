-- Inserts or replaces the entries of players of one shard who were `written`, for all indexes. The values come as in entry-value.sql.
-- The join with metadata makes it a task of one shard. Expects metadata_pkey and metadata_index_entries_pkey.
-- Parameters: ids bigint[], indexIds bigint[], entryStarts int[], entryLengths int[], entryBytes bytea, written bigint[]
INSERT INTO metadata_index_entries (sequential_id, index_id, value)
SELECT metadata.sequential_id, index.id,
  :entry_value
FROM metadata
JOIN unnest(:ids) WITH ORDINALITY AS input (sequential_id, position) ON metadata.sequential_id = input.sequential_id
CROSS JOIN unnest(:indexIds) WITH ORDINALITY AS index (id, number)
WHERE metadata.sequential_id = ANY (:written)
ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
  WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
