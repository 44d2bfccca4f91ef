-- The players of a range with more than one active session. Expects active_sessions_pkey.
-- Parameters: after bigint, end bigint
-- Columns: id float8
SELECT sequential_id::float8 AS id
FROM active_sessions
WHERE :in_range
GROUP BY active_sessions.sequential_id
HAVING count(*) > 1
