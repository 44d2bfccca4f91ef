-- The number of ids of from-names.sql, and the first of them after an id, for a search.
-- Parameters: from text, to text, most int, after bigint, wanted int
-- Columns: size int, ids float8[]
WITH found AS MATERIALIZED (
  SELECT sequential_id
  :from_names
)
SELECT (SELECT count(*)::int FROM found) AS size,
  ARRAY(SELECT sequential_id::float8 FROM found WHERE sequential_id > :after ORDER BY sequential_id LIMIT :wanted) AS ids
