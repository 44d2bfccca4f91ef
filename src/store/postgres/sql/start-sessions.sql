-- Starts sessions for players who have neither an active nor an expired one. A player who does not exist or is suspended is left
-- out. The update of metadata shows the next write that a session was started, and shows describe-players.sql from when on to look
-- for the end of the newest session. It also waits for an erasure or a suspension, or makes them wait. The input comes in key
-- order. Expects metadata_pkey and active_sessions_pkey.
WITH clock (now) AS (
  SELECT coalesce($4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
),
counted AS (
  UPDATE metadata
  SET unseen_starts = metadata.unseen_starts + 1, last_seen_at = (SELECT now FROM clock)
  FROM unnest($1::bigint[], $2::uuid[], $3::text[]) AS input (sequential_id, session_id, context)
  WHERE metadata.sequential_id = input.sequential_id
    AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= (SELECT now FROM clock))
  RETURNING input.sequential_id, input.session_id, input.context
)
INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context)
SELECT counted.sequential_id, counted.session_id, (SELECT now FROM clock), (SELECT now FROM clock), counted.context
FROM counted
ORDER BY counted.sequential_id
ON CONFLICT (sequential_id) DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId", session_id::text AS "sessionId", started_at::float8 AS "startedAt",
  last_activity::float8 AS "lastActivity"
