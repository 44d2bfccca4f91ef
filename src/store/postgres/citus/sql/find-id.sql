-- The sequential id of a name. Expects players_pkey.
-- Parameters: playerId text
-- Columns: sequentialId float8
SELECT sequential_id::float8 AS "sequentialId"
FROM players
WHERE player_id = :playerId
