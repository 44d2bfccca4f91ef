-- Puts sessions into the history. The join with metadata makes it a task of one shard. Only an import can have inserted the same row
-- before. Expects metadata_pkey and ended_sessions' primary key.
-- Parameters: ids bigint[], endedAts bigint[], sessionIds uuid[], startedAts bigint[], reasons end_reason[], contexts text?[],
--   installationIds text?[]
INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context, installation_id)
SELECT metadata.sequential_id, input.ended_at, input.session_id, input.started_at, input.reason, input.context, input.installation_id
FROM metadata
JOIN unnest(:ids, :endedAts, :sessionIds, :startedAts, :reasons, :contexts, :installationIds)
  AS input (sequential_id, ended_at, session_id, started_at, reason, context, installation_id)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY (:ids)
ON CONFLICT (sequential_id, ended_at, session_id) DO UPDATE SET reason = excluded.reason
