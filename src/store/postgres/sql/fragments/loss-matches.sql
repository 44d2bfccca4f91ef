-- A loss is of a kind of writer, and a state from before it was restored or was not; null for any.
(:by IS NULL OR metadata_losses.written_by = :by)
  AND (:isRestored IS NULL OR (metadata_losses.restored_at IS NOT NULL) = :isRestored)
