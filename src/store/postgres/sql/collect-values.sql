-- The number of ids of from-values.sql, and the first of them after an id, for a search.
-- Parameters: indexId bigint, from bytea, to bytea, most int, after bigint, wanted int
-- Columns: size int, ids float8[]
WITH found AS MATERIALIZED (
  SELECT sequential_id
  :from_values
)
SELECT (SELECT count(*)::int FROM found) AS size,
  ARRAY(SELECT sequential_id::float8 FROM found WHERE sequential_id > :after ORDER BY sequential_id LIMIT :wanted) AS ids
