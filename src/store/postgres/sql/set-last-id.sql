-- Sets the highest sequential id ever given.
-- Parameters: last bigint
-- Columns: last float8
SELECT setval('player_sequential_id', :last)::float8 AS last
