-- A server key by its id. Expects server_keys_pkey.
-- Parameters: keyId uuid
-- Columns: keyId text, name text, scopes text, createdAt float8, expiresAt float8?, lastUsedAt float8?, madeBy text?
SELECT :key_columns
FROM server_keys
WHERE key_id = :keyId
