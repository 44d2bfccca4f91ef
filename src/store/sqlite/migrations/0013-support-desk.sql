-- The losses of metadata, the names and columns of players, and people who sign in at the console. A program of before writes and reads
-- the other columns, and marks no loss.

-- The losses of metadata: a mark for each save that dropped most of a player's metadata. A program of before marks none, nor does it
-- delete the marks of a player whom it erases: the doctor finds them, and they go with their retention.
CREATE TABLE metadata_losses (
  sequential_id   INTEGER NOT NULL,
  version         INTEGER NOT NULL,
  lost_at         INTEGER NOT NULL,
  bytes_before    INTEGER NOT NULL,
  bytes_after     INTEGER NOT NULL,
  members_before  INTEGER NOT NULL,
  members_after   INTEGER NOT NULL,
  written_by      TEXT    NOT NULL,
  key_id          TEXT,
  key_name        TEXT,
  session_id      TEXT,
  installation_id TEXT,
  context         TEXT,
  game_version    TEXT,
  restored_at     INTEGER,
  PRIMARY KEY (sequential_id, version)
) STRICT;
CREATE INDEX metadata_losses_lost_at ON metadata_losses (lost_at, sequential_id, version);
CREATE INDEX metadata_losses_game_version ON metadata_losses (game_version, lost_at, sequential_id, version);

-- The names and columns of players that lists show, and the index of names. A program of before writes and reads the other columns.

ALTER TABLE metadata ADD COLUMN label TEXT;
ALTER TABLE metadata ADD COLUMN folded_name TEXT;
ALTER TABLE metadata ADD COLUMN label_version INTEGER NOT NULL DEFAULT 0;

-- The parts of folded names as words, without a text.
CREATE VIRTUAL TABLE name_grams USING fts5 (grams, content = '', detail = 'none', columnsize = 0, tokenize = 'ascii');

-- The last ended sessions of all players, for lists by the time at which players were seen. A session goes to the end of this index.
CREATE INDEX ended_sessions_ended_at ON ended_sessions (ended_at, sequential_id);

-- People who sign in at the console by OpenID Connect, and what a session of theirs needs: when their role was confirmed last, and
-- the sealed tokens by which it is confirmed again. A program of before writes and reads the other columns.
CREATE TABLE console_people (
  person_id    TEXT    PRIMARY KEY,
  issuer       TEXT    NOT NULL,
  subject      TEXT    NOT NULL,
  mail         TEXT,
  scopes       TEXT    NOT NULL,
  created_at   INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL,
  role_gone_at INTEGER
) STRICT, WITHOUT ROWID;

ALTER TABLE console_sessions ADD COLUMN attempt TEXT;
ALTER TABLE console_sessions ADD COLUMN tokens TEXT;
ALTER TABLE console_sessions ADD COLUMN confirmed_at INTEGER;
ALTER TABLE console_sessions ADD COLUMN checking_until INTEGER;

CREATE UNIQUE INDEX console_sessions_attempt_key ON console_sessions (attempt);
