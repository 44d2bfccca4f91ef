-- Creates a server key.
INSERT INTO server_keys (key_id, digest, name, scopes, created_at, expires_at)
SELECT $1::uuid, $2::text, $3::text, $4::text, clock.now, clock.now + $5::bigint
FROM (
  SELECT coalesce($6::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) OFFSET 0
) AS clock (now)
RETURNING key_id::text AS "keyId", name, scopes, created_at::float8 AS "createdAt", expires_at::float8 AS "expiresAt",
  last_used_at::float8 AS "lastUsedAt"
