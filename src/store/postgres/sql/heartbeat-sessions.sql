-- Notes activity of active sessions. The input comes in key order. Expects active_sessions_pkey; changes no indexed
-- column, so the update is HOT.
UPDATE active_sessions
SET last_activity = greatest(active_sessions.last_activity, clock.now)
FROM unnest($1::bigint[]) AS input (sequential_id)
CROSS JOIN (SELECT coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)) AS clock (now)
WHERE active_sessions.sequential_id = input.sequential_id
  AND active_sessions.last_activity > clock.now - $3::bigint
RETURNING active_sessions.sequential_id AS "sequentialId", session_id AS "sessionId", started_at AS "startedAt",
  last_activity AS "lastActivity"
