-- Finds console sessions by digests, with the time of the lookup. Expects console_sessions_pkey.
-- Parameters: digests text[], now bigint?
-- Columns: digest text, keyDigest text, expiresAt float8, lastUsedAt float8, confirmedAt float8?, now float8
SELECT digest, key_digest AS "keyDigest", expires_at::float8 AS "expiresAt", last_used_at::float8 AS "lastUsedAt",
  confirmed_at::float8 AS "confirmedAt", (:present)::float8 AS now
FROM console_sessions
WHERE digest = ANY (:digests)
