-- The number of ids of from-names.sql, for a search.
-- Parameters: from text, to text, most int
-- Columns: size int
SELECT count(*)::int AS size
FROM (
  SELECT sequential_id
  :from_names
) AS ids
