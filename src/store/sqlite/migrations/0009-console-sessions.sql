-- People who are signed in at the console. A request finds a session by the digest of its text, and the session names its
-- server key by the digest of that key's text, so it ends with the key and also serves the key of the environment. No
-- write of a player touches this table.
CREATE TABLE console_sessions (
  -- SHA-256 in hexadecimal, as is the digest of the key.
  digest       TEXT    PRIMARY KEY,
  key_digest   TEXT    NOT NULL,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX console_sessions_key_digest_idx ON console_sessions (key_digest);
