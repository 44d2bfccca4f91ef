-- The outcome under a key, with the end of a suspension of the player that is not over. No row means that there is no such player.
-- Expects metadata_pkey and idempotency_keys_pkey.
-- Parameters: sequentialId bigint, key text, now bigint?
-- Columns: fingerprint text?, outcome text?, isShortened boolean?, suspendedUntil float8?
-- Tables: keys idempotency_keys, server_idempotency_keys
SELECT used.fingerprint, used.outcome, used.is_shortened AS "isShortened", :suspension_end AS "suspendedUntil"
FROM metadata
LEFT JOIN :keys AS used ON used.sequential_id = metadata.sequential_id AND used.key = :key
WHERE metadata.sequential_id = :sequentialId
