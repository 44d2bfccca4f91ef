-- Locks required sessions that are active against ending, until the commit, of players whose rows are `locked`. Expects
-- active_sessions_pkey.
-- Parameters: ids bigint[], requiredSessionIds uuid?[], now bigint?, timeout bigint, locked bigint[]
-- Columns: sequentialId float8
SELECT active_sessions.sequential_id::float8 AS "sequentialId"
FROM active_sessions
JOIN unnest(:ids, :requiredSessionIds) AS input (sequential_id, session_id)
  ON active_sessions.sequential_id = input.sequential_id AND active_sessions.session_id = input.session_id
WHERE active_sessions.sequential_id = ANY (:locked)
  AND :is_active
ORDER BY active_sessions.sequential_id
FOR KEY SHARE OF active_sessions
