-- Token buckets of RATE_LIMIT_PER_MINUTE, by a digest of the player's name, so that an erased name does not come back: when each will be full again, when a token was last asked for, and how
-- many were given then. Times in microseconds since the Unix epoch. A crash may lose them, so they cost no WAL.
CREATE UNLOGGED TABLE rate_limits (
  player_digest text COLLATE "C" PRIMARY KEY,
  full_at bigint NOT NULL,
  asked_at bigint NOT NULL,
  given bigint NOT NULL
) WITH (fillfactor = 50);
