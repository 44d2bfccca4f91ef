-- Notes that a console session that has not ended was used. Expects console_sessions_pkey.
-- Parameters: digest text, now bigint?, idle bigint
UPDATE console_sessions
SET last_used_at = :present
WHERE digest = :digest AND expires_at > :present AND last_used_at + :idle > :present
