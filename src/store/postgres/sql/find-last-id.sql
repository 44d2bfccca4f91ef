-- The highest sequential id of a player. Expects metadata_pkey.
-- Columns: last float8?
SELECT max(sequential_id)::float8 AS last
FROM metadata
