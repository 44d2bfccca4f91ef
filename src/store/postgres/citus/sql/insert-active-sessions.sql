-- Starts sessions for players (`counted`) whose rows the transaction has counted, where they have neither an active nor an expired
-- one. The join with metadata makes it a task of one shard. Expects metadata_pkey and active_sessions_pkey.
-- Parameters: ids bigint[], sessionIds uuid[], contexts text?[], installationIds text?[], now bigint?, counted bigint[]
-- Columns: :session_row
INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context, installation_id)
SELECT metadata.sequential_id, input.session_id, :now, :now, input.context, input.installation_id
FROM metadata
JOIN unnest(:ids, :sessionIds, :contexts, :installationIds) AS input (sequential_id, session_id, context, installation_id)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY (:counted)
ON CONFLICT (sequential_id) DO NOTHING
RETURNING :session_row
