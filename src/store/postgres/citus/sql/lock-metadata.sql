-- Locks the rows of players of one shard whose write has a required session or an idempotency key, where the write can take effect.
-- Expects metadata_pkey.
-- Parameters: ids bigint[], versions bigint[], requiredSessionIds uuid?[], byServer boolean[], idempotencyKeys text?[], now bigint?
-- Columns: sequentialId float8
SELECT metadata.sequential_id::float8 AS "sequentialId"
FROM metadata
JOIN unnest(:ids, :versions, :requiredSessionIds, :byServer, :idempotencyKeys)
  AS input (sequential_id, version, required_session_id, by_server, key)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY (:ids) AND metadata.version = input.version
  AND (input.required_session_id IS NOT NULL OR input.key IS NOT NULL)
  AND (input.by_server OR :not_suspended)
ORDER BY metadata.sequential_id
FOR NO KEY UPDATE OF metadata
