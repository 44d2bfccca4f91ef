-- Notes that the role behind a console session was confirmed. Expects console_sessions_pkey.
-- Parameters: digest text, tokens text, now bigint?
UPDATE console_sessions
SET confirmed_at = :present, checking_until = NULL, tokens = :tokens
WHERE digest = :digest
