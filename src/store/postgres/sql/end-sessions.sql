-- Ends sessions: their rows move into the history. A session id restricts a call to that session. An expired session ended at its
-- last activity with the reason `expired`, whatever the call says. $6 restricts the statement to such sessions. The input comes
-- in key order. Expects active_sessions_pkey.
WITH clock (now) AS (
  SELECT coalesce($4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
),
deleted AS (
  DELETE FROM active_sessions
  USING unnest($1::bigint[], $2::text[], $3::uuid[]) AS input (sequential_id, reason, session_id)
  WHERE active_sessions.sequential_id = input.sequential_id
    AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
    AND (NOT $6::boolean
      OR coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= (SELECT now FROM clock) - $5::bigint)
  RETURNING active_sessions.sequential_id, active_sessions.session_id, active_sessions.started_at,
    active_sessions.last_activity, active_sessions.context, input.reason,
    coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= (SELECT now FROM clock) - $5::bigint AS expired
)
INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context)
SELECT sequential_id, CASE WHEN expired THEN last_activity ELSE greatest((SELECT now FROM clock), last_activity) END,
  session_id, started_at, CASE WHEN expired THEN 'expired' ELSE reason END, context
FROM deleted
-- Only an import can have inserted the same row before. It is returned like any other.
ON CONFLICT (sequential_id, ended_at, session_id) DO UPDATE SET reason = excluded.reason
RETURNING sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt", session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", reason, octet_length(context) AS "contextBytes"
