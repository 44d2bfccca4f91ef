-- The players of the input who exist under their names and ids, and those of them whose metadata is the same. Expects players_pkey
-- and metadata_pkey.
-- Parameters: ids bigint[], names text[], versions bigint[], texts text?[]
-- Columns: count float8, same float8
SELECT count(*)::float8 AS count,
  (count(*) FILTER (WHERE metadata.version = input.version AND metadata.text IS NOT DISTINCT FROM input.text))::float8 AS same
FROM unnest(:ids, :names, :versions, :texts) AS input (sequential_id, player_id, version, text)
JOIN players ON players.player_id = input.player_id AND players.sequential_id = input.sequential_id
JOIN metadata ON metadata.sequential_id = input.sequential_id AND metadata.player_id = input.player_id
