-- The same in the names of readers ($2), of whom those that exist come along without anything of theirs. Expects metadata_pkey.
SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8
FROM metadata
WHERE sequential_id = ANY ($1::bigint[])
UNION ALL
SELECT sequential_id::float8, NULL, NULL, NULL
FROM metadata
WHERE sequential_id = ANY ($2::bigint[])
