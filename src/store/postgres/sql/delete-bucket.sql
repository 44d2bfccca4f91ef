-- Deletes the token bucket of a player. Expects rate_limits_pkey.
-- Parameters: digest text
DELETE FROM rate_limits
WHERE player_digest = :digest
