-- Deletes idempotency keys of a player. Expects idempotency_keys_pkey.
-- Parameters: sequentialId bigint, names text[]
-- Tables: keys idempotency_keys, server_idempotency_keys
DELETE FROM :keys
WHERE sequential_id = :sequentialId AND key = ANY (:names)
