-- Corrects active sessions whose last activity is more than $3 ahead of now, since the clock was set back: their corrected
-- activity becomes now, so they expire a timeout from now. The input comes in key order. Expects active_sessions_pkey.
-- No indexed column changes, so the update is HOT.
WITH clock (now) AS (
  SELECT coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
)
UPDATE active_sessions
SET corrected_activity = (SELECT now FROM clock)
FROM unnest($1::bigint[]) AS input (sequential_id)
WHERE active_sessions.sequential_id = input.sequential_id
  AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) + $3::bigint
