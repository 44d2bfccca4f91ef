-- Marks losses of players who were `written`. The join with metadata makes it a task of one shard on Citus. Expects metadata_pkey
-- and metadata_losses_pkey.
-- Parameters: :lost_input, written bigint[]
INSERT INTO metadata_losses (:lost_columns)
SELECT metadata.sequential_id, :lost_values
FROM metadata
JOIN :lost_input
  ON metadata.sequential_id = lost.sequential_id
WHERE metadata.sequential_id = ANY (:written)
