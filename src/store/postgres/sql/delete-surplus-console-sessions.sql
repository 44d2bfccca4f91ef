-- Deletes the console sessions of a key but those that were used last.
-- Parameters: keyDigest text, kept int
DELETE FROM console_sessions
WHERE digest IN (
  SELECT digest
  FROM console_sessions
  WHERE key_digest = :keyDigest
  ORDER BY last_used_at DESC, digest
  OFFSET :kept
)
