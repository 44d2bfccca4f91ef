-- Ends the console sessions of a person. Expects console_sessions_key_digest_idx.
-- Parameters: personId text
DELETE FROM console_sessions
WHERE key_digest = :personId
