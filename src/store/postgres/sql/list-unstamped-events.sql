-- The ids of events that are committed: behind an id, and within ranges before it. With them, as of the same snapshot, the lowest number
-- of a transaction that is still open: whatever was begun before it has committed or will not. Expects events_id.
-- Parameters: after bigint, starts bigint[], ends bigint[], limit int
-- Columns: id float8?, at float8?, xmin float8
SELECT found.id::float8, found.at::float8, pg_snapshot_xmin(pg_current_snapshot())::text::float8 AS xmin
FROM (SELECT) AS one
LEFT JOIN (
  (
    SELECT events.id, events.at
    FROM unnest(:starts, :ends) AS hole (first, last)
    JOIN events ON events.id >= hole.first AND events.id <= hole.last
  )
  UNION ALL
  (SELECT id, at FROM events WHERE id > :after ORDER BY id LIMIT :limit)
) AS found ON true
ORDER BY found.id
