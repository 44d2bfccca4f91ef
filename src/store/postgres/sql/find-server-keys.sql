-- Finds server keys by the digests of their texts, with the time of the lookup. Expects server_keys_digest_key.
SELECT digest, coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)::float8 AS now,
  key_id::text AS "keyId", name, scopes, created_at::float8 AS "createdAt", expires_at::float8 AS "expiresAt",
  last_used_at::float8 AS "lastUsedAt"
FROM server_keys
WHERE digest = ANY ($1::text[])
