-- Counts the newest losses by version of the game, those with most losses first. Expects metadata_losses_lost_at.
-- Parameters: rows int, limit int
-- Columns: gameVersion text?, losses float8, open float8, lastLostAt float8
SELECT game_version AS "gameVersion", count(*)::float8 AS losses, count(*) FILTER (WHERE restored_at IS NULL)::float8 AS open,
  max(lost_at)::float8 AS "lastLostAt"
FROM (
  SELECT game_version, restored_at, lost_at FROM metadata_losses
  ORDER BY lost_at DESC, sequential_id DESC, version DESC
  LIMIT :rows
) AS newest
GROUP BY game_version
ORDER BY count(*) DESC, max(lost_at) DESC
LIMIT :limit
