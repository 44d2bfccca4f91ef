-- Metadata of players. Expects metadata_pkey.
SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8
FROM metadata
WHERE sequential_id = ANY ($1::bigint[])
