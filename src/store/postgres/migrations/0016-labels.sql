-- The names and columns of players that lists show, and the index of names. A program of before writes and reads the other columns.

ALTER TABLE metadata ADD COLUMN IF NOT EXISTS label text;
-- Written by a save only when the name changes. Elsewhere a save stays an update that touches no index (HOT).
ALTER TABLE metadata ADD COLUMN IF NOT EXISTS folded_name text COLLATE "C";
ALTER TABLE metadata ADD COLUMN IF NOT EXISTS label_version bigint NOT NULL DEFAULT 0;

-- The parts of one, two and three characters of a folded name, each with the block of 8,192 sequential ids that the player is in. So a
-- search reads block after block, in the order of the ids, however many players match.
CREATE OR REPLACE FUNCTION playkeep_name_grams(sequential_id bigint, folded_name text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  block text := ' ' || (sequential_id >> 13);
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

-- The last ended sessions of all players, for lists by the time at which players were seen. A session goes to the end of this index.
CREATE INDEX IF NOT EXISTS ended_sessions_ended_at ON ended_sessions (ended_at, sequential_id);
