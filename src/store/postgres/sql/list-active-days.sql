-- A page of the active days of players after a sequential id. Expects statistics_players_pkey.
-- Parameters: after bigint, limit int
-- Columns: id float8, days text
SELECT sequential_id::float8 AS id, days
FROM statistics_players
WHERE sequential_id > :after
ORDER BY sequential_id
LIMIT :limit
