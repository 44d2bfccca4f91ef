-- The highest sequential id of a player who is there; 0 without players. Expects metadata_pkey.
-- Columns: highest float8
SELECT coalesce(max(sequential_id), 0)::float8 AS highest
FROM metadata
