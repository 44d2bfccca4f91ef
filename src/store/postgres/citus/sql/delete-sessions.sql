-- Takes sessions out of active_sessions, as end-sessions.sql of one server does. Expects active_sessions_pkey.
-- Parameters: ids bigint[], reasons end_reason[], sessionIds uuid?[], now bigint?, timeout bigint, onlyExpired boolean
-- Columns: :session_row, activity float8, context text?, installationId text?, reason end_reason
DELETE FROM active_sessions
USING unnest(:ids, :reasons, :sessionIds) AS input (sequential_id, reason, session_id)
WHERE :sessions_of_input AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
  AND (NOT :onlyExpired OR :is_expired)
RETURNING :session_row, :activity::float8 AS "activity", active_sessions.context,
  active_sessions.installation_id AS "installationId", input.reason
