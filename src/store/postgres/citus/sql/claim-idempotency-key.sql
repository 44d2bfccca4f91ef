-- Claims an idempotency key for the transaction, which has locked the player's row. No row means that the key was used within the
-- last $5 milliseconds. Expects idempotency_keys_pkey.
INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, created_at)
VALUES ($1::bigint, $2::text, $3::text, NULL, $4::bigint)
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = NULL, brief_outcome = NULL, is_shortened = false,
  created_at = excluded.created_at
WHERE idempotency_keys.created_at <= excluded.created_at - $5::bigint
RETURNING created_at
