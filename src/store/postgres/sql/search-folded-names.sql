-- The ids of players with a text in the folded name, after an id, in some blocks of ids. Each name that matches has every part of the
-- text, with the number of its block. The blocks come in their order and are looked up one by one, so the limit ends the search after
-- the block that fills it. The condition on ids is kept apart, so that no plan goes by them. Expects metadata_name_grams.
-- Parameters: grams text[], blocks bigint[], foldedName text, after bigint, most int
-- Columns: sequentialId float8
SELECT found.sequential_id::float8 AS "sequentialId"
FROM unnest(:blocks) AS block
CROSS JOIN LATERAL (
  SELECT sequential_id
  FROM (
    SELECT sequential_id
    FROM metadata
    WHERE folded_name IS NOT NULL
      AND playkeep_name_grams(sequential_id, folded_name) @> ARRAY(SELECT gram || ' ' || block FROM unnest(:grams) AS gram)
      AND strpos(folded_name, :foldedName) > 0
    OFFSET 0
  ) AS matching
  WHERE sequential_id > :after
  ORDER BY sequential_id
) AS found
LIMIT :most
