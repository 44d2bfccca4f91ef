-- The players of the input who exist by name. Expects players_pkey.
-- Parameters: ids bigint[], names text[]
-- Columns: id float8, name text
SELECT players.sequential_id::float8 AS id, players.player_id AS name
FROM unnest(:ids, :names) AS input (sequential_id, player_id)
JOIN players ON players.player_id = input.player_id AND players.sequential_id = input.sequential_id
