-- The active days of players. Expects statistics_players_pkey.
SELECT sequential_id::float8 AS id, days FROM statistics_players WHERE sequential_id = ANY ($1::bigint[])
