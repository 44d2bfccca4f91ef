-- The losses of players, each player's newest first. Expects metadata_losses_pkey.
-- Parameters: ids bigint[]
-- Columns: :loss_row
SELECT :loss_row
FROM metadata_losses
WHERE sequential_id = ANY (:ids)
ORDER BY metadata_losses.sequential_id, metadata_losses.version DESC
