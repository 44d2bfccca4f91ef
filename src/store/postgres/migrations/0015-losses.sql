-- The losses of metadata: a mark for each save that dropped most of a player's metadata. A program of before marks none, nor does it
-- delete the marks of a player whom it erases: the doctor finds them, and they go with their retention.
CREATE TABLE IF NOT EXISTS metadata_losses (
  sequential_id bigint NOT NULL,
  version bigint NOT NULL,
  lost_at bigint NOT NULL,
  bytes_before integer NOT NULL,
  bytes_after integer NOT NULL,
  members_before integer NOT NULL,
  members_after integer NOT NULL,
  written_by text COLLATE "C" NOT NULL,
  key_id text COLLATE "C",
  key_name text,
  session_id uuid,
  installation_id text COLLATE "C",
  context text,
  game_version text COLLATE "C",
  restored_at bigint,
  PRIMARY KEY (sequential_id, version)
);
CREATE INDEX IF NOT EXISTS metadata_losses_lost_at ON metadata_losses (lost_at, sequential_id, version);
CREATE INDEX IF NOT EXISTS metadata_losses_game_version ON metadata_losses (game_version, lost_at, sequential_id, version);
