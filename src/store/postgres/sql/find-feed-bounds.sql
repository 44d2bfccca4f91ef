-- The oldest place that is kept, null for none, and the newest that was given. Expects event_runs_position.
-- Columns: oldest float8?, newest float8
SELECT (SELECT min(position) FROM event_runs)::float8 AS oldest,
  greatest((SELECT position + count - 1 FROM event_runs ORDER BY position DESC LIMIT 1), event_stamper.floor)::float8 AS newest
FROM event_stamper
WHERE event_stamper.id = 1
