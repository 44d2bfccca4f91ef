-- The runs by which the next places are given: the newest one, and those that have ids behind its `settled`. Runs share no id. So only
-- the last run that begins up to `settled` may reach behind it. Expects event_runs_position and event_runs_id.
-- Columns: position float8, id float8, count float8, settled float8
WITH newest AS (SELECT position, settled FROM event_runs ORDER BY position DESC LIMIT 1),
before AS (
  SELECT coalesce(max(event_runs.id), 0) AS id FROM event_runs WHERE event_runs.id <= (SELECT settled FROM newest)
)
SELECT position::float8, id::float8, count::float8, settled::float8
FROM event_runs
WHERE id >= (SELECT id FROM before) OR position = (SELECT position FROM newest)
ORDER BY position
