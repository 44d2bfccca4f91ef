-- list-losses.sql for the losses of saves by one version of the game. Expects metadata_losses_game_version.
-- Parameters: gameVersion text, by text?, isRestored boolean?, lostAt bigint, sequentialId bigint, version bigint, rows int,
--   from bigint, limit int
-- Columns: :loss_row
SELECT :loss_row
FROM (
  SELECT * FROM metadata_losses
  WHERE game_version = :gameVersion AND (lost_at, sequential_id, version) < (:lostAt, :sequentialId, :version) AND lost_at >= :from
  ORDER BY lost_at DESC, sequential_id DESC, version DESC
  LIMIT :rows
) AS metadata_losses
WHERE :loss_matches
ORDER BY lost_at DESC, sequential_id DESC, version DESC
LIMIT :limit
