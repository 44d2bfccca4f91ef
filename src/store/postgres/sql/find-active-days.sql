-- The active days of players. Expects statistics_players_pkey.
-- Parameters: ids bigint[]
-- Columns: id float8, days text
SELECT sequential_id::float8 AS id, days FROM statistics_players WHERE sequential_id = ANY (:ids)
