-- Takes sequential ids that are given to nobody.
-- Parameters: count bigint
-- Columns: count float8
SELECT count(nextval('player_sequential_id'))::float8 AS count
FROM generate_series(1, :count)
