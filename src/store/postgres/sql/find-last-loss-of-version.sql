-- The loss of a version of the game that a page looks at last, if there are so many. Expects metadata_losses_game_version.
-- Parameters: gameVersion text, lostAt bigint, sequentialId bigint, version bigint, from bigint, skipped int
-- Columns: lostAt float8, sequentialId float8, version float8
SELECT lost_at::float8 AS "lostAt", sequential_id::float8 AS "sequentialId", version::float8
FROM metadata_losses
WHERE game_version = :gameVersion AND (lost_at, sequential_id, version) < (:lostAt, :sequentialId, :version) AND lost_at >= :from
ORDER BY metadata_losses.lost_at DESC, metadata_losses.sequential_id DESC, metadata_losses.version DESC
OFFSET :skipped
LIMIT 1
