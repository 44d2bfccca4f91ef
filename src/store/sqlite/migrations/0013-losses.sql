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
