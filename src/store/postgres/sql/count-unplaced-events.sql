-- Events from before a time that have no place. Expects events_id and event_runs_id.
-- Parameters: before bigint
-- Columns: count float8
SELECT count(*)::float8 AS count
FROM events
WHERE at < :before
  AND id > greatest((SELECT settled FROM event_stamper WHERE event_stamper.id = 1), (SELECT settled FROM event_runs ORDER BY position DESC LIMIT 1))
  AND NOT EXISTS (
    SELECT FROM event_runs WHERE event_runs.id <= events.id AND event_runs.id + event_runs.count > events.id
  )
