-- The number of active sessions of the input that are there. Expects active_sessions_pkey.
-- Parameters: ids bigint[], sessionIds uuid[]
-- Columns: count float8
SELECT count(*)::float8 AS count
FROM unnest(:ids, :sessionIds) AS input (sequential_id, session_id)
JOIN active_sessions ON active_sessions.sequential_id = input.sequential_id AND active_sessions.session_id = input.session_id
