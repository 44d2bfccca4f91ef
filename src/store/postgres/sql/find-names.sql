-- The names of players by their sequential ids. Expects metadata_pkey.
-- Parameters: ids bigint[]
-- Columns: sequentialId float8, playerId text
SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId"
FROM metadata
WHERE sequential_id = ANY (:ids)
