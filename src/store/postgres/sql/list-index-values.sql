-- The values of the next entries of an index, in the order of their bytes, each with the number of these entries and the last
-- player among them. By metadata_index_entries_value.
-- Parameters: indexId bigint, value bytea, sequentialId bigint, most int
-- Columns: value bytea, players int, lastPlayer float8
SELECT value, count(*)::int AS players, max(sequential_id)::float8 AS "lastPlayer"
FROM (
  SELECT value, sequential_id
  FROM metadata_index_entries
  WHERE index_id = :indexId AND value IS NOT NULL AND (value, sequential_id) > (:value, :sequentialId)
  ORDER BY value, sequential_id
  LIMIT :most
) AS entries
GROUP BY value
ORDER BY value
