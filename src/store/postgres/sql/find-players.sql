-- The sequential ids of players by name. Expects players_pkey.
SELECT player_id AS "playerId", sequential_id::float8 AS "sequentialId"
FROM players
WHERE player_id = ANY ($1::text[])
