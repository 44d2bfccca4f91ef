-- The number of ids of from-suspended.sql, for a search.
-- Parameters: after bigint, most int
-- Columns: size int
SELECT count(*)::int AS size
FROM (
  SELECT sequential_id
  :from_suspended
) AS ids
