-- Deletes the names of players. Expects players_pkey.
-- Parameters: names text[]
-- Columns: sequentialId float8
DELETE FROM players
WHERE player_id = ANY (:names)
RETURNING sequential_id::float8 AS "sequentialId"
