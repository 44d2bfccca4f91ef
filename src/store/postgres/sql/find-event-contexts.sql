-- The contexts of the sessions of events, from the rows of the sessions. Sessions of a player do not overlap, so a session is the first to
-- end after its start, unless clocks differ. Expects active_sessions_pkey and ended_sessions' primary key.
-- Parameters: ids bigint[], sessionIds uuid[], since bigint[], rows int
-- Columns: sessionId text, context text
SELECT input.session_id::text AS "sessionId", session.context
FROM unnest(:ids, :sessionIds, :since) AS input (sequential_id, session_id, since)
JOIN LATERAL (
  SELECT context FROM active_sessions
  WHERE active_sessions.sequential_id = input.sequential_id AND active_sessions.session_id = input.session_id
  UNION ALL
  SELECT context
  FROM (
    SELECT session_id, context FROM ended_sessions
    WHERE ended_sessions.sequential_id = input.sequential_id
      AND (ended_sessions.ended_at, ended_sessions.session_id) >= (input.since, input.session_id)
      AND ended_sessions.ended_at >= input.since
    ORDER BY ended_at, session_id
    LIMIT :rows
  ) AS ended
  WHERE ended.session_id = input.session_id
) AS session ON session.context IS NOT NULL
