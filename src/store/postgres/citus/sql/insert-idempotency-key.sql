-- Claims an idempotency key for the transaction, which has locked the player's row. No row means that the key was used within the
-- last `retention` milliseconds. Expects idempotency_keys_pkey.
-- Parameters: sequentialId bigint, key text, fingerprint text, now bigint?, retention bigint
-- Columns: createdAt float8
-- Tables: keys idempotency_keys, server_idempotency_keys
INSERT INTO :keys (sequential_id, key, fingerprint, outcome, created_at)
VALUES (:sequentialId, :key, :fingerprint, NULL, :now)
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = NULL, brief_outcome = NULL, is_shortened = false,
  created_at = excluded.created_at
WHERE :keys.created_at <= excluded.created_at - :retention
RETURNING created_at::float8 AS "createdAt"
