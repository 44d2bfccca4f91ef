-- A page of active sessions for an export. Expects active_sessions_pkey.
-- Parameters: after bigint, limit int
-- Columns: :active_session_row
SELECT :active_session_row
FROM active_sessions
WHERE sequential_id > :after
ORDER BY active_sessions.sequential_id
LIMIT :limit
