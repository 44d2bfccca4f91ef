-- Starts sessions for players ($5) whose rows the transaction has counted, where they have neither an active nor an expired one. The
-- join with metadata makes it a task of one shard. Expects metadata_pkey and active_sessions_pkey.
INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context)
SELECT metadata.sequential_id, input.session_id, $4::bigint, $4::bigint, input.context
FROM metadata
JOIN unnest($1::bigint[], $2::uuid[], $3::text[]) AS input (sequential_id, session_id, context)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY ($5::bigint[])
ON CONFLICT (sequential_id) DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId", session_id::text AS "sessionId", started_at::float8 AS "startedAt",
  last_activity::float8 AS "lastActivity"
