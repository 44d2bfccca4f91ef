-- Ends the losses after versions that were restored, of players who were `written`. Expects metadata_losses_pkey.
-- Parameters: restoredIds bigint[], restoredVersions bigint[], restoredAt bigint, written bigint[]
UPDATE metadata_losses
SET restored_at = :restoredAt
FROM unnest(:restoredIds, :restoredVersions) AS restored (sequential_id, version)
WHERE metadata_losses.sequential_id = ANY (:written) AND metadata_losses.sequential_id = restored.sequential_id
  AND metadata_losses.version > restored.version AND metadata_losses.restored_at IS NULL
