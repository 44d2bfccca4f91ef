-- People who are signed in at the console. A request finds a session by the digest of its text, and the session names its
-- server key by the digest of that key's text, so it ends with the key and also serves the key of the environment. No
-- write of a player touches this table; on Citus it stays a local table of the coordinator.
CREATE TABLE IF NOT EXISTS console_sessions (
  -- SHA-256 in hexadecimal, as is the digest of the key.
  digest text COLLATE "C" PRIMARY KEY,
  key_digest text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  -- In no index, so that to note a use writes no index entry.
  last_used_at bigint NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX IF NOT EXISTS console_sessions_key_digest_idx ON console_sessions (key_digest);
