-- Inserts entries of the audit about players of one shard who were `written`. The join with metadata makes it a task of one shard.
-- Expects metadata_pkey.
-- Parameters: :audited_input, now bigint?, written bigint[]
INSERT INTO audit_entries (:audited_columns, at)
SELECT metadata.sequential_id, :audited_values, :now
FROM metadata
JOIN :audited_input
  ON metadata.sequential_id = entry.sequential_id
WHERE metadata.sequential_id = ANY (:written)
