-- Locks required sessions that are active against ending, until the commit, of players whose rows are locked ($5). Expects active_sessions_pkey.
SELECT active_sessions.sequential_id::float8 AS "sequentialId"
FROM active_sessions
JOIN unnest($1::bigint[], $2::uuid[]) AS input (sequential_id, session_id)
  ON active_sessions.sequential_id = input.sequential_id AND active_sessions.session_id = input.session_id
WHERE active_sessions.sequential_id = ANY ($5::bigint[])
  AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > $3::bigint - $4::bigint
ORDER BY active_sessions.sequential_id
FOR KEY SHARE OF active_sessions
