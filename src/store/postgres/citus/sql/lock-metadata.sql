-- Locks the rows of players of one shard whose write has a required session or an idempotency key, where the write can take effect.
-- Expects metadata_pkey.
SELECT metadata.sequential_id::float8 AS "sequentialId"
FROM metadata
JOIN unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::boolean[], $5::text[])
  AS input (sequential_id, version, required_session_id, by_server, key)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY ($1::bigint[]) AND metadata.version = input.version
  AND (input.required_session_id IS NOT NULL OR input.key IS NOT NULL)
  AND (input.by_server OR metadata.suspended_until IS NULL OR metadata.suspended_until <= $6::bigint)
ORDER BY metadata.sequential_id
FOR NO KEY UPDATE OF metadata
