-- The starts of sessions of players: the installation and the context. Expects active_sessions_pkey and ended_sessions' primary key.
-- Parameters: ids bigint[], sessionIds uuid[]
-- Columns: sequentialId float8, sessionId text, installationId text?, context text?
SELECT sequential_id::float8 AS "sequentialId", session_id::text AS "sessionId", installation_id AS "installationId", context
FROM active_sessions
WHERE sequential_id = ANY (:ids) AND session_id = ANY (:sessionIds)
UNION ALL
SELECT sequential_id::float8, session_id::text, installation_id, context
FROM ended_sessions
WHERE sequential_id = ANY (:ids) AND session_id = ANY (:sessionIds)
