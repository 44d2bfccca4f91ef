-- All server keys, the oldest first.
-- Columns: keyId text, name text, scopes text, createdAt float8, expiresAt float8?, lastUsedAt float8?, madeBy text?
SELECT :key_columns
FROM server_keys
ORDER BY server_keys.created_at, server_keys.key_id
