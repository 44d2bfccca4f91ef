-- The idempotency keys of a player that prune-idempotency-keys.sql of one server prunes: those to delete, and those whose outcome
-- is shortened. Rows that another transaction has locked are skipped. Expects idempotency_keys_pkey.
-- Parameters: sequentialId bigint, key text, maxKeys int, maxBytes bigint, briefBytes int, now bigint?, skew bigint
-- Columns: key text, isDeleted boolean
-- Tables: keys idempotency_keys, server_idempotency_keys
WITH ranked AS (
  SELECT key, brief_outcome IS NOT NULL AS has_brief, octet_length(outcome) AS length,
    row_number() OVER newest AS rank, sum(octet_length(outcome)) OVER newest AS bytes
  FROM :keys
  WHERE sequential_id = :sequentialId AND outcome IS NOT NULL
  WINDOW newest AS (ORDER BY key <> :key, created_at > :now + :skew, created_at DESC, key)
)
SELECT key, rank > :maxKeys OR NOT has_brief AS "isDeleted"
FROM ranked
WHERE key <> :key AND (rank > :maxKeys OR bytes > :maxBytes AND length > :briefBytes)
