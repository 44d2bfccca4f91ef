-- The ids of players with a text in the folded name, after an id, in some blocks of ids. Each name that matches has a part of either list:
-- `first` and `second` are one part of the text each, with every block. The names are found as a whole before they are sorted, so that
-- the index is taken. Expects metadata_name_grams.
-- Parameters: first text[], second text[], foldedName text, after bigint, most int
-- Columns: sequentialId float8
WITH found AS MATERIALIZED (
  SELECT sequential_id
  FROM metadata
  WHERE folded_name IS NOT NULL
    AND playkeep_name_grams(sequential_id, folded_name) && :first
    AND playkeep_name_grams(sequential_id, folded_name) && :second
    AND strpos(folded_name, :foldedName) > 0
    AND sequential_id > :after
)
SELECT sequential_id::float8 AS "sequentialId"
FROM found
ORDER BY sequential_id
LIMIT :most
