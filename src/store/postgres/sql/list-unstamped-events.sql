-- The runs of events that are committed and whose ids are behind an id, or within ranges before it, in the order of their ids. With them,
-- as of the same snapshot, the lowest number of a transaction that is still open: whatever was begun before it has committed or will
-- not. Expects events_id.
-- Parameters: after bigint, starts bigint[], ends bigint[], limit int
-- Columns: id float8?, count float8?, at float8?, xmin float8
WITH found AS (
  SELECT events.id, events.at
  FROM unnest(:starts, :ends) AS hole (first, last)
  JOIN events ON events.id >= hole.first AND events.id <= hole.last
  UNION ALL
  (SELECT id, at FROM events WHERE id > :after ORDER BY id LIMIT :limit)
),
run AS (
  SELECT min(id) AS id, count(*) AS count, min(at) AS at
  FROM (SELECT id, at, id - row_number() OVER (ORDER BY id) AS number FROM found) AS numbered
  GROUP BY number
)
SELECT run.id::float8, run.count::float8, run.at::float8, pg_snapshot_xmin(pg_current_snapshot())::text::float8 AS xmin
FROM (SELECT) AS one
LEFT JOIN run ON true
ORDER BY run.id
