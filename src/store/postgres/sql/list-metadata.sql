-- Metadata of many players, without texts where they exceed `maxBytes` bytes together. The size of a text that is stored out of line
-- (TOAST) is known without reading it. Expects metadata_pkey.
-- Parameters: ids bigint[], maxBytes float8
-- Columns: sequentialId float8, playerId text, version float8, bytes float8, text text?
SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", version::float8, bytes,
  CASE WHEN bytes <= :maxBytes THEN text END AS text
FROM (
  SELECT *, coalesce(sum(octet_length(text)) OVER (), 0)::float8 AS bytes
  FROM metadata
  WHERE sequential_id = ANY (:ids)
) AS found
