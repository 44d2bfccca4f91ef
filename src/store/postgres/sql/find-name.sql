-- The name of a player. Expects metadata_pkey.
-- Parameters: sequentialId bigint
-- Columns: playerId text
SELECT player_id AS "playerId"
FROM metadata
WHERE sequential_id = :sequentialId
