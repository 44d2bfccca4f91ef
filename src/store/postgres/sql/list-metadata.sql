-- Metadata of many players, without texts where they exceed $2 bytes together. The size of a text that is stored out of line
-- (TOAST) is known without reading it. Expects metadata_pkey.
SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", version::float8, bytes,
  CASE WHEN bytes <= $2::float8 THEN text END AS text
FROM (
  SELECT *, coalesce(sum(octet_length(text)) OVER (), 0)::float8 AS bytes
  FROM metadata
  WHERE sequential_id = ANY ($1::bigint[])
) AS found
