-- Shortens the outcomes under idempotency keys of a player to their brief outcomes. Expects idempotency_keys_pkey.
-- Parameters: sequentialId bigint, names text[]
-- Tables: keys idempotency_keys, server_idempotency_keys
UPDATE :keys
SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = true
WHERE sequential_id = :sequentialId AND key = ANY (:names) AND brief_outcome IS NOT NULL
