-- The players of the input who exist by their metadata. Expects metadata_pkey.
-- Parameters: ids bigint[], names text[], versions bigint[], texts text?[]
-- Columns: id float8, name text, same boolean
SELECT metadata.sequential_id::float8 AS id, metadata.player_id AS name,
  metadata.version = input.version AND metadata.text IS NOT DISTINCT FROM input.text AS same
FROM unnest(:ids, :names, :versions, :texts) AS input (sequential_id, player_id, version, text)
JOIN metadata ON metadata.sequential_id = input.sequential_id AND metadata.player_id = input.player_id
