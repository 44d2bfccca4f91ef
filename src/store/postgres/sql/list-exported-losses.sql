-- A page of losses for an export. Expects metadata_losses_pkey.
-- Parameters: sequentialId bigint, version bigint, limit int
-- Columns: :loss_row
SELECT :loss_row
FROM metadata_losses
WHERE (sequential_id, version) > (:sequentialId, :version)
ORDER BY metadata_losses.sequential_id, metadata_losses.version
LIMIT :limit
