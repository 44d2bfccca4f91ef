-- The keys of a studio's own servers. The primary key is the id by which a key is revoked; requests find it by the digest
-- of its text, which is unique. Two unique columns cannot be spread over shards, and the table is small and no write of
-- a player touches it, so on Citus it stays a local table of the coordinator. No program of before knows it.
CREATE TABLE IF NOT EXISTS server_keys (
  key_id uuid PRIMARY KEY,
  -- SHA-256 in hexadecimal.
  digest text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  -- With spaces between them.
  scopes text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  -- In no index, so that to note a use writes no index entry.
  last_used_at bigint
) WITH (fillfactor = 80);
