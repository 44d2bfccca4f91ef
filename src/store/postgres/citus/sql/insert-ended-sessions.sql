-- Puts sessions into the history. The join with metadata makes it a task of one shard. Only an import can have inserted the same row
-- before. Expects metadata_pkey and ended_sessions' primary key.
INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context)
SELECT metadata.sequential_id, input.ended_at, input.session_id, input.started_at, input.reason, input.context
FROM metadata
JOIN unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::bigint[], $5::text[], $6::text[])
  AS input (sequential_id, ended_at, session_id, started_at, reason, context)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY ($1::bigint[])
ON CONFLICT (sequential_id, ended_at, session_id) DO UPDATE SET reason = excluded.reason
