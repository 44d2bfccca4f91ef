-- Locks the player's row and claims an idempotency key for the transaction. It waits while another transaction has either. No row
-- means that the key was used within `retention`, or that there is no such player. Expects metadata_pkey and
-- idempotency_keys_pkey.
-- Parameters: sequentialId bigint, key text, fingerprint text, now bigint?, retention bigint
-- Columns: createdAt float8
-- Tables: keys idempotency_keys, server_idempotency_keys
WITH player AS (
  SELECT sequential_id FROM metadata WHERE sequential_id = :sequentialId FOR NO KEY UPDATE
)
INSERT INTO :keys (sequential_id, key, fingerprint, outcome, created_at)
SELECT player.sequential_id, :key, :fingerprint, NULL,
  :present
FROM player
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = NULL, brief_outcome = NULL, is_shortened = false,
  created_at = excluded.created_at
WHERE :keys.created_at <= excluded.created_at - :retention
RETURNING created_at::float8 AS "createdAt"
