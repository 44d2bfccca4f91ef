-- Begins a console session. After an unknown outcome it may run again, and finds the row of before.
-- Parameters: digest text, keyDigest text, now bigint?, lifetime bigint
WITH :clock
INSERT INTO console_sessions (digest, key_digest, created_at, expires_at, last_used_at)
VALUES (:digest, :keyDigest, :clock_now, :clock_now + :lifetime, :clock_now)
ON CONFLICT (digest) DO NOTHING
