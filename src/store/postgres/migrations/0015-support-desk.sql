-- The losses of metadata, the names and columns of players, and people who sign in at the console. A program of before writes and reads
-- the other columns, and marks no loss.

-- The last ended sessions of all players, for lists by the time at which players were seen. A session goes to the end of this index.
-- It takes longest with a large history. So it comes first: what follows locks the metadata until the commit.
CREATE INDEX IF NOT EXISTS ended_sessions_ended_at ON ended_sessions (ended_at, sequential_id);

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

-- The names and columns of players that lists show, and the index of names. A program of before writes and reads the other columns.

ALTER TABLE metadata ADD COLUMN IF NOT EXISTS label text;
-- Written by a save only when the name changes. Elsewhere a save stays an update that touches no index (HOT).
ALTER TABLE metadata ADD COLUMN IF NOT EXISTS folded_name text COLLATE "C";
ALTER TABLE metadata ADD COLUMN IF NOT EXISTS label_version bigint NOT NULL DEFAULT 0;

-- The parts of one, two and three characters of a folded name, each with the block of 4,096 sequential ids that the player is in. So a
-- search reads block after block, in the order of the ids, however many players match.
CREATE OR REPLACE FUNCTION playkeep_name_grams(sequential_id bigint, folded_name text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  block text := ' ' || (sequential_id >> 12);
  characters int := char_length(folded_name);
  grams text[] := '{}';
BEGIN
  FOR place IN 1..characters LOOP
    FOR length IN 1..least(3, characters - place + 1) LOOP
      grams := grams || (substr(folded_name, place, length) || block);
    END LOOP;
  END LOOP;
  RETURN grams;
END
$$;
-- New names wait in a short list, which each search reads, and come into the index together.
CREATE INDEX IF NOT EXISTS metadata_name_grams ON metadata USING gin (playkeep_name_grams(sequential_id, folded_name))
  WITH (fastupdate = on, gin_pending_list_limit = 512) WHERE folded_name IS NOT NULL;

-- People who sign in at the console by OpenID Connect, and what a session of theirs needs: when their role was confirmed last, and
-- the sealed tokens by which it is confirmed again. A program of before writes and reads the other columns. No write of a player
-- touches these tables; on Citus they stay local tables of the coordinator.
CREATE TABLE IF NOT EXISTS console_people (
  person_id text COLLATE "C" PRIMARY KEY,
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  mail text COLLATE "C",
  scopes text NOT NULL,
  created_at bigint NOT NULL,
  confirmed_at bigint NOT NULL,
  role_gone_at bigint
);

ALTER TABLE console_sessions ADD COLUMN IF NOT EXISTS attempt text COLLATE "C";
ALTER TABLE console_sessions ADD COLUMN IF NOT EXISTS tokens text;
ALTER TABLE console_sessions ADD COLUMN IF NOT EXISTS confirmed_at bigint;
ALTER TABLE console_sessions ADD COLUMN IF NOT EXISTS checking_until bigint;

CREATE UNIQUE INDEX IF NOT EXISTS console_sessions_attempt_key ON console_sessions (attempt);
