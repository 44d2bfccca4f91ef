-- Records activity of active sessions. A session id restricts a call to that session. Where the last activity is more than the clock
-- skew ahead of now, the clock was set back, and the corrected activity becomes now. The input comes in key order. Expects
-- active_sessions_pkey. No indexed column changes, so the update is HOT.
-- Parameters: ids bigint[], sessionIds uuid?[], now bigint?, timeout bigint, skew bigint
-- Columns: :session_row
WITH :clock_of_batch
UPDATE active_sessions
SET last_activity = greatest(active_sessions.last_activity, :clock_now),
  corrected_activity = CASE WHEN active_sessions.last_activity > :clock_now + :skew THEN :clock_now END
FROM unnest(:ids, :sessionIds) AS input (sequential_id, session_id)
WHERE :sessions_of_input AND :is_active AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
RETURNING :session_row
