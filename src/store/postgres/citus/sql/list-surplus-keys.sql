-- The idempotency keys of a player that prune-idempotency-keys.sql of one server prunes: those to delete, and those whose outcome
-- is shortened. Rows that another transaction has locked are skipped. Expects idempotency_keys_pkey.
WITH ranked AS (
  SELECT key, brief_outcome IS NOT NULL AS has_brief, octet_length(outcome) AS length,
    row_number() OVER newest AS rank, sum(octet_length(outcome)) OVER newest AS bytes
  FROM idempotency_keys
  WHERE sequential_id = $1::bigint AND outcome IS NOT NULL
  WINDOW newest AS (ORDER BY key <> $2::text, created_at > $6::bigint + $7::bigint, created_at DESC, key)
)
SELECT key, rank > $3::int OR NOT has_brief AS "isDeleted"
FROM ranked
WHERE key <> $2::text AND (rank > $3::int OR bytes > $4::bigint AND length > $5::int)
