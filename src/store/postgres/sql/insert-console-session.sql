-- Begins a console session, unless its attempt to sign in began another one. After an unknown outcome it may run again, and finds the
-- row of before.
-- Parameters: digest text, keyDigest text, now bigint?, lifetime bigint, attempt text?, tokens text?, isConfirmed boolean
WITH :clock
INSERT INTO console_sessions (digest, key_digest, created_at, expires_at, last_used_at, attempt, tokens, confirmed_at)
VALUES (:digest, :keyDigest, :clock_now, :clock_now + :lifetime, :clock_now, :attempt, :tokens,
  CASE WHEN :isConfirmed THEN :clock_now END)
ON CONFLICT DO NOTHING
