-- The runs of places from the one that has a place, or the first behind it. Expects event_runs_position.
-- Parameters: after bigint, limit int
-- Columns: position float8, id float8, count float8
SELECT position::float8, id::float8, count::float8
FROM (
  (SELECT position, id, count FROM event_runs WHERE position <= :after ORDER BY position DESC LIMIT 1)
  UNION ALL
  (SELECT position, id, count FROM event_runs WHERE position > :after ORDER BY position LIMIT :limit)
) AS run
WHERE position + count - 1 > :after
ORDER BY position
