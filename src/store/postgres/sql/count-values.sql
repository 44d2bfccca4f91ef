-- The number of ids of from-values.sql, for a search.
-- Parameters: indexId bigint, from bytea, to bytea, most int
-- Columns: size int
SELECT count(*)::int AS size
FROM (
  SELECT sequential_id
  :from_values
) AS ids
