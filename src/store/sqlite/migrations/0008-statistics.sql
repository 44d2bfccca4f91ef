-- The statistics: sums by day, and a mark at each ended session that says whether it is in them.

-- 0: not counted yet, as of every session that a program of before ends. 1: counted. 2: to be counted again by a rebuild.
ALTER TABLE ended_sessions ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX ended_sessions_uncounted ON ended_sessions (sequential_id, ended_at, session_id) WHERE counted <> 1;

-- The days on which each player was active. A row outlives its player: it has no name.
CREATE TABLE statistics_players (
  sequential_id INTEGER PRIMARY KEY,
  days          TEXT    NOT NULL
) STRICT;

CREATE TABLE statistics_days (
  kind TEXT    NOT NULL,
  day  INTEGER NOT NULL,
  sums TEXT    NOT NULL,
  PRIMARY KEY (kind, day)
) STRICT, WITHOUT ROWID;

-- The additions of transactions to the sums, until they are merged into statistics_days.
CREATE TABLE statistics_parts (
  part_id INTEGER PRIMARY KEY,
  sums    TEXT    NOT NULL
) STRICT;

-- One row.
CREATE TABLE statistics_state (
  id             INTEGER PRIMARY KEY,
  zone           TEXT,
  version        INTEGER NOT NULL DEFAULT 0,
  as_of          INTEGER,
  published      TEXT,
  asked_at       INTEGER NOT NULL DEFAULT 0,
  merged_key     TEXT,
  reset_position INTEGER,
  floor_day      INTEGER,
  floor_utc_day  INTEGER,
  dropped_before INTEGER,
  counted        INTEGER NOT NULL DEFAULT 0,
  total          INTEGER NOT NULL DEFAULT 0,
  lease_holder   TEXT,
  lease_until    INTEGER NOT NULL DEFAULT 0,
  import_digest  TEXT,
  importing      INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO statistics_state (id) VALUES (1);
