-- Finds server keys by the digests of their texts, with the time of the lookup. Expects server_keys_digest_key.
-- Parameters: digests text[], now bigint?
-- Columns: digest text, now float8, keyId text, name text, scopes text, createdAt float8, expiresAt float8?, lastUsedAt float8?,
--   madeBy text?
SELECT digest, (:present)::float8 AS now, :key_columns
FROM server_keys
WHERE digest = ANY (:digests)
