-- Deletes marks of losses of players who were `written`. Expects metadata_losses_pkey.
-- Parameters: lossDroppedIds bigint[], lossDroppedVersions bigint[], written bigint[]
DELETE FROM metadata_losses
USING unnest(:lossDroppedIds, :lossDroppedVersions) AS surplus (sequential_id, version)
WHERE metadata_losses.sequential_id = ANY (:written) AND metadata_losses.sequential_id = surplus.sequential_id
  AND metadata_losses.version = surplus.version
