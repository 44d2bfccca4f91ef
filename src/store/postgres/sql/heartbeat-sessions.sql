-- Records activity of active sessions. A session id restricts a call to that session. Where the last activity is more than $5 ahead
-- of now, the clock was set back, and the corrected activity becomes now. The input comes in key order. Expects
-- active_sessions_pkey. No indexed column changes, so the update is HOT.
WITH clock (now) AS (
  SELECT coalesce($3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
)
UPDATE active_sessions
SET last_activity = greatest(active_sessions.last_activity, (SELECT now FROM clock)),
  corrected_activity = CASE WHEN active_sessions.last_activity > (SELECT now FROM clock) + $5::bigint THEN (SELECT now FROM clock) END
FROM unnest($1::bigint[], $2::uuid[]) AS input (sequential_id, session_id)
WHERE active_sessions.sequential_id = input.sequential_id
  AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - $4::bigint
  AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
RETURNING active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", last_activity::float8 AS "lastActivity"
