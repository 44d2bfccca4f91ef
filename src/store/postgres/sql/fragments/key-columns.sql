-- The columns of a server key, but for its digest.
server_keys.key_id::text AS "keyId", server_keys.name, server_keys.scopes, server_keys.created_at::float8 AS "createdAt",
  server_keys.expires_at::float8 AS "expiresAt", server_keys.last_used_at::float8 AS "lastUsedAt", server_keys.made_by AS "madeBy"
