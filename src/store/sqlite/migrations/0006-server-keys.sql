-- The keys of a studio's own servers. The primary key is the id by which a key is revoked; requests find it by the digest
-- of its text, which is unique. No write of a player touches this table, and no program of before knows it.
CREATE TABLE server_keys (
  key_id       TEXT    PRIMARY KEY,
  -- SHA-256 in hexadecimal.
  digest       TEXT    NOT NULL UNIQUE,
  name         TEXT    NOT NULL,
  -- With spaces between them.
  scopes       TEXT    NOT NULL,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
