-- Locks those of a player's idempotency keys that are not locked. Expects idempotency_keys_pkey.
-- Parameters: sequentialId bigint, names text[]
-- Columns: key text
-- Tables: keys idempotency_keys, server_idempotency_keys
SELECT key
FROM :keys
WHERE sequential_id = :sequentialId AND key = ANY (:names)
FOR UPDATE SKIP LOCKED
