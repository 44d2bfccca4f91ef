-- Records as in find-metadata.sql, in the names of readers ($2): those who exist come along as rows of an id without a player's
-- name. Expects metadata_pkey.
SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8
FROM metadata
WHERE sequential_id = ANY ($1::bigint[])
UNION ALL
SELECT sequential_id::float8, NULL, NULL, NULL
FROM metadata
WHERE sequential_id = ANY ($2::bigint[])
