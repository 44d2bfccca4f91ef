-- Creates a server key, which expires no later than its maker. No row for a maker that has expired.
-- Parameters: keyId uuid, digest text, name text, scopes text, lifetime bigint?, now bigint?, madeBy text?, makerId uuid?
-- Columns: keyId text, name text, scopes text, createdAt float8, expiresAt float8?, lastUsedAt float8?, madeBy text?
WITH :clock
INSERT INTO server_keys (key_id, digest, name, scopes, created_at, expires_at, made_by)
SELECT :keyId, :digest, :name, :scopes, :clock_now, least(:clock_now + :lifetime, maker.expires_at), :madeBy
FROM (SELECT 1) AS one
LEFT JOIN server_keys AS maker ON maker.key_id = :makerId
WHERE maker.expires_at IS NULL OR maker.expires_at > :clock_now
RETURNING :key_columns
