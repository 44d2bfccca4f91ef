-- Notes that a server key was used. Expects server_keys_pkey.
-- Parameters: keyId uuid, now bigint?
UPDATE server_keys
SET last_used_at = greatest(last_used_at, :present)
WHERE key_id = :keyId
