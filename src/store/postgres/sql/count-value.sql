-- The number of ids of from-value.sql, for a search.
-- Parameters: indexId bigint, value bytea, after bigint, most int
-- Columns: size int
SELECT count(*)::int AS size
FROM (
  SELECT sequential_id
  :from_value
) AS ids
