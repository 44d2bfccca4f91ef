-- A page of the active days of players after a sequential id. Expects statistics_players_pkey.
SELECT sequential_id::float8 AS id, days
FROM statistics_players
WHERE sequential_id > $1::bigint
ORDER BY sequential_id
LIMIT $2::int
