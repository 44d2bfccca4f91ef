-- Stores the outcome under a key that the transaction has claimed. Expects idempotency_keys_pkey.
-- Parameters: sequentialId bigint, key text, outcome text, briefOutcome text?
-- Tables: keys idempotency_keys, server_idempotency_keys
UPDATE :keys
SET outcome = :outcome, brief_outcome = :briefOutcome
WHERE sequential_id = :sequentialId AND key = :key
