-- The losses of a range of players. Expects metadata_losses_pkey.
-- Parameters: after bigint, end bigint
-- Columns: :loss_row
SELECT :loss_row
FROM metadata_losses
WHERE :in_range
ORDER BY metadata_losses.sequential_id, metadata_losses.version DESC
