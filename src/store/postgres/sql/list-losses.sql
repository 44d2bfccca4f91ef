-- The losses that match, newest first, among some losses before a position. The others are null for any. Expects
-- metadata_losses_lost_at.
-- Parameters: by text?, isRestored boolean?, lostAt bigint, sequentialId bigint, version bigint, rows int, from bigint, limit int
-- Columns: :loss_row
SELECT :loss_row
FROM (
  SELECT * FROM metadata_losses
  WHERE (lost_at, sequential_id, version) < (:lostAt, :sequentialId, :version) AND lost_at >= :from
  ORDER BY lost_at DESC, sequential_id DESC, version DESC
  LIMIT :rows
) AS metadata_losses
WHERE :loss_matches
ORDER BY lost_at DESC, sequential_id DESC, version DESC
LIMIT :limit
