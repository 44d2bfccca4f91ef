-- search-folded-names.sql of one server on all shards, which each have a few players of a block. Citus joins no list with a query of
-- its tables for each item, so all blocks are looked up at once, and the names are found as a whole before they are sorted. Each name
-- that matches has the first and the last part of the text. Expects metadata_name_grams.
-- Parameters: grams text[], blocks bigint[], foldedName text, after bigint, most int
-- Columns: sequentialId float8
WITH found AS MATERIALIZED (
  SELECT sequential_id
  FROM metadata
  WHERE folded_name IS NOT NULL
    AND playkeep_name_grams(sequential_id, folded_name) && ARRAY(SELECT (:grams)[1] || ' ' || block FROM unnest(:blocks) AS block)
    AND playkeep_name_grams(sequential_id, folded_name)
      && ARRAY(SELECT (:grams)[cardinality(:grams)] || ' ' || block FROM unnest(:blocks) AS block)
    AND strpos(folded_name, :foldedName) > 0
)
SELECT sequential_id::float8 AS "sequentialId"
FROM found
WHERE sequential_id > :after
ORDER BY sequential_id
LIMIT :most
