-- Takes sequential ids for new players.
-- Parameters: count int
-- Columns: id float8
SELECT nextval('player_sequential_id')::float8 AS id
FROM generate_series(1, :count)
