-- Starts sessions for players who have no row yet, be it active or expired; one who does not exist is left out. The input
-- comes in key order. Expects metadata_pkey and active_sessions_pkey.
WITH clock (now) AS (
  SELECT coalesce($4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
)
INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context)
SELECT input.sequential_id, input.session_id, (SELECT now FROM clock), (SELECT now FROM clock), input.context
FROM unnest($1::bigint[], $2::uuid[], $3::text[]) AS input (sequential_id, session_id, context)
WHERE EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = input.sequential_id)
ORDER BY input.sequential_id
ON CONFLICT (sequential_id) DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId", session_id::text AS "sessionId", started_at::float8 AS "startedAt",
  last_activity::float8 AS "lastActivity"
