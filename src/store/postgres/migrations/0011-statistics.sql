-- The statistics: sums by day, and a mark at each ended session that says whether it is in them. The marks are in the table of
-- sessions, so each changes on the shard of its player.

-- 0: not counted yet, as of every session that a program of before ends. 1: counted. 2: to be counted again by a rebuild.
ALTER TABLE ended_sessions ADD COLUMN IF NOT EXISTS counted smallint NOT NULL DEFAULT 0;
CREATE INDEX IF NOT EXISTS ended_sessions_uncounted ON ended_sessions (sequential_id, ended_at, session_id)
  WHERE counted <> 1;

-- The days on which each player was active. A row outlives its player: it has no name.
CREATE TABLE IF NOT EXISTS statistics_players (
  sequential_id bigint PRIMARY KEY,
  days text NOT NULL
) WITH (fillfactor = 80);

-- The other tables are no player's, and on Citus local tables of the coordinator.
CREATE TABLE IF NOT EXISTS statistics_days (
  kind text COLLATE "C" NOT NULL,
  day bigint NOT NULL,
  sums text NOT NULL,
  PRIMARY KEY (kind, day)
) WITH (fillfactor = 60);

-- The additions of transactions to the sums, until they are merged into statistics_days.
CREATE TABLE IF NOT EXISTS statistics_parts (
  part_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  sums text NOT NULL
);

-- One row.
CREATE TABLE IF NOT EXISTS statistics_state (
  id bigint PRIMARY KEY,
  zone text,
  version bigint NOT NULL DEFAULT 0,
  as_of bigint,
  published text,
  asked_at bigint NOT NULL DEFAULT 0,
  merged_key text,
  reset_position bigint,
  floor_day bigint,
  floor_utc_day bigint,
  dropped_before bigint,
  counted bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  lease_holder text,
  lease_until bigint NOT NULL DEFAULT 0,
  import_digest text,
  importing bigint NOT NULL DEFAULT 0
);
INSERT INTO statistics_state (id) VALUES (1) ON CONFLICT (id) DO NOTHING;
