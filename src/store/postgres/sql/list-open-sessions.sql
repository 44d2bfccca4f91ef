-- A page of active sessions with the active days of their players, those that have expired among them. Expects
-- active_sessions_pkey and statistics_players_pkey.
-- Parameters: after bigint, limit int
-- Columns: sequentialId float8, startedAt float8, lastActivity float8, expiresFrom float8, context text?, days text?
SELECT active_sessions.sequential_id::float8 AS "sequentialId", started_at::float8 AS "startedAt",
  last_activity::float8 AS "lastActivity", :activity::float8 AS "expiresFrom", context, days
FROM active_sessions
LEFT JOIN statistics_players ON statistics_players.sequential_id = active_sessions.sequential_id
WHERE active_sessions.sequential_id > :after
ORDER BY active_sessions.sequential_id
LIMIT :limit
