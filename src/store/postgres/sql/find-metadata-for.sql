-- Metadata of players ($1), read on behalf of other players ($2). An existing reader gets a row with an id and no name. Expects
-- metadata_pkey.
SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8
FROM metadata
WHERE sequential_id = ANY ($1::bigint[])
UNION ALL
SELECT sequential_id::float8, NULL, NULL, NULL
FROM metadata
WHERE sequential_id = ANY ($2::bigint[])
