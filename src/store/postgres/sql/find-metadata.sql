-- Expects metadata_pkey.
SELECT sequential_id AS "sequentialId", player_id AS "playerId", text, version
FROM metadata
WHERE sequential_id = ANY ($1::bigint[])
