-- Takes sessions out of active_sessions, as end-sessions.sql of one server does. Expects active_sessions_pkey.
DELETE FROM active_sessions
USING unnest($1::bigint[], $2::text[], $3::uuid[]) AS input (sequential_id, reason, session_id)
WHERE active_sessions.sequential_id = ANY ($1::bigint[]) AND active_sessions.sequential_id = input.sequential_id
  AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
  AND (NOT $6::boolean
    OR coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= $4::bigint - $5::bigint)
RETURNING active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity",
  coalesce(active_sessions.corrected_activity, active_sessions.last_activity)::float8 AS "activity",
  active_sessions.context, input.reason
