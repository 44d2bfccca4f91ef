-- The sequential ids of players by name. Expects players_pkey.
-- Parameters: names text[]
-- Columns: playerId text, sequentialId float8
SELECT player_id AS "playerId", sequential_id::float8 AS "sequentialId"
FROM players
WHERE player_id = ANY (:names)
