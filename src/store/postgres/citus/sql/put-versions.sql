-- Inserts kept versions of players of one shard who were `written`, or replaces their contents. The join with metadata makes it
-- a task of one shard. Expects metadata_pkey and metadata_versions_pkey.
-- Parameters: :kept_input, written bigint[]
INSERT INTO metadata_versions (:kept_columns)
SELECT metadata.sequential_id, :kept_values
FROM metadata
JOIN :kept_input
  ON metadata.sequential_id = kept.sequential_id
WHERE metadata.sequential_id = ANY (:written)
ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content
