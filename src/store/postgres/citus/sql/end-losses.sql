-- Ends the losses after versions that were restored, of players of one shard who were `written`. Expects metadata_losses_pkey.
-- Parameters: restoredIds bigint[], restoredVersions bigint[], now bigint?, written bigint[]
UPDATE metadata_losses
SET restored_at = :now
FROM unnest(:restoredIds, :restoredVersions) AS restored (sequential_id, version)
WHERE metadata_losses.sequential_id = ANY (:written) AND metadata_losses.sequential_id = restored.sequential_id
  AND metadata_losses.version > restored.version AND metadata_losses.restored_at IS NULL
