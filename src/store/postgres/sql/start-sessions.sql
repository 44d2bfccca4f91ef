-- Starts sessions for players who have no row yet, be it active or expired; one who does not exist is left out. Each leaves a
-- mark for the next write of metadata, whose lock an erasure waits for, or this statement for it. The input comes in key
-- order. Expects metadata_pkey and active_sessions_pkey.
WITH clock (now) AS (
  SELECT coalesce($4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
),
marked AS (
  UPDATE metadata
  SET unseen_starts = metadata.unseen_starts + 1
  FROM unnest($1::bigint[], $2::uuid[], $3::text[]) AS input (sequential_id, session_id, context)
  WHERE metadata.sequential_id = input.sequential_id
  RETURNING input.sequential_id, input.session_id, input.context
)
INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context)
SELECT marked.sequential_id, marked.session_id, (SELECT now FROM clock), (SELECT now FROM clock), marked.context
FROM marked
ORDER BY marked.sequential_id
ON CONFLICT (sequential_id) DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId", session_id::text AS "sessionId", started_at::float8 AS "startedAt",
  last_activity::float8 AS "lastActivity"
