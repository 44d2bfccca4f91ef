-- Locks the player's row and claims an idempotency key for the transaction. It waits while another transaction has either. No row
-- means that the key was used within the last $5 milliseconds, or that there is no such player. Expects metadata_pkey and
-- idempotency_keys_pkey.
WITH player AS (
  SELECT sequential_id FROM metadata WHERE sequential_id = $1::bigint FOR NO KEY UPDATE
)
INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, created_at)
SELECT player.sequential_id, $2::text, $3::text, NULL,
  coalesce($4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
FROM player
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = NULL, brief_outcome = NULL, is_shortened = false,
  created_at = excluded.created_at
WHERE idempotency_keys.created_at <= excluded.created_at - $5::bigint
RETURNING created_at
