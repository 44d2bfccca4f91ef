-- What was given places last: the newest run, and the runs that have ids behind `settled` of it. Runs share no id, so the run before
-- the first of these is the last that may reach behind `settled`. Expects event_runs_position and event_runs_id.
-- Columns: position float8, id float8, count float8, settled float8
WITH newest AS (SELECT position, settled FROM event_runs ORDER BY position DESC LIMIT 1),
before AS (
  SELECT coalesce(max(event_runs.id), 0) AS id FROM event_runs WHERE event_runs.id <= (SELECT settled FROM newest)
)
SELECT position::float8, id::float8, count::float8, settled::float8
FROM event_runs
WHERE id >= (SELECT id FROM before) OR position = (SELECT position FROM newest)
ORDER BY position
