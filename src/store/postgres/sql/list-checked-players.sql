-- A page of names, and whether each has metadata. Expects players_pkey and metadata_pkey.
-- Parameters: after text, limit int
-- Columns: playerId text, sequentialId float8, hasMetadata boolean
SELECT player_id AS "playerId", sequential_id::float8 AS "sequentialId", :has_metadata AS "hasMetadata"
FROM players
WHERE player_id > :after
ORDER BY player_id
LIMIT :limit
