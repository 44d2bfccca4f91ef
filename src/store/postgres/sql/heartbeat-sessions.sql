-- Notes activity of active sessions. The input comes in key order. Expects active_sessions_pkey; changes no indexed
-- column, so the update is HOT. OFFSET 0 has the clock read once.
UPDATE active_sessions
SET last_activity = greatest(active_sessions.last_activity, clock.now)
FROM unnest($1::bigint[]) AS input (sequential_id)
CROSS JOIN (SELECT coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) OFFSET 0) AS clock (now)
WHERE active_sessions.sequential_id = input.sequential_id
  AND active_sessions.last_activity > clock.now - $3::bigint
RETURNING active_sessions.sequential_id::float8 AS "sequentialId", session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", last_activity::float8 AS "lastActivity"
