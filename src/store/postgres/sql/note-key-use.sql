-- Notes that a server key was used. The time goes back only after the clock was set back. Expects server_keys_pkey.
-- Parameters: keyId uuid, now bigint?, skew bigint
UPDATE server_keys
SET last_used_at = CASE WHEN last_used_at BETWEEN :present AND :present + :skew THEN last_used_at ELSE :present END
WHERE key_id = :keyId
