-- Notes of sessions whose last activity is a time to come, since the clock was set back, that they are there now: so they expire
-- a timeout from now. The input comes in key order. Expects active_sessions_pkey; changes no indexed column, so the update is HOT.
WITH clock (now) AS (
  SELECT coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
)
UPDATE active_sessions
SET seen_at = (SELECT now FROM clock)
FROM unnest($1::bigint[]) AS input (sequential_id)
WHERE active_sessions.sequential_id = input.sequential_id
  AND coalesce(active_sessions.seen_at, active_sessions.last_activity) > (SELECT now FROM clock) + $3::bigint
