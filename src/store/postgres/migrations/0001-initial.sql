-- Names of players and what belongs to each. Times are milliseconds since the Unix epoch. Every constraint stays within
-- one distribution key, so the tables go onto a distributed PostgreSQL as they are: `players` and `erased_players` by
-- their names, all others by `sequential_id`.

-- From a sequence, so never given twice, not even after its player was erased.
CREATE SEQUENCE player_sequential_id AS bigint;

CREATE TABLE players (
  player_id     text COLLATE "C" PRIMARY KEY,
  sequential_id bigint NOT NULL DEFAULT nextval('player_sequential_id'),
  registered_at bigint NOT NULL
);

-- SHA-256 of the names of erased players, in hex: enough to refuse them, without keeping the names.
CREATE TABLE erased_players (
  player_digest text COLLATE "C" PRIMARY KEY,
  erased_at     bigint NOT NULL
);

-- One row for each registered player: `text` is null until it is set and after it was deleted. It repeats the name, so
-- that a lookup by sequential id reads one row. `text` rather than `json`: exact, and validated before it comes here.
CREATE TABLE metadata (
  sequential_id bigint PRIMARY KEY,
  player_id     text   NOT NULL,
  text          text,
  version       bigint NOT NULL
) WITH (fillfactor = 80);

-- The primary key is the guarantee of one active session. `last_activity` is in no index and pages keep room, so a
-- heartbeat is a HOT update. The reference holds off an erasure while a start of the same player is under way.
CREATE TABLE active_sessions (
  sequential_id bigint PRIMARY KEY REFERENCES metadata,
  session_id    uuid   NOT NULL,
  started_at    bigint NOT NULL,
  last_activity bigint NOT NULL
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);

-- Append-only, in the order in which a player's history is read; old history is dropped by the partition.
CREATE TABLE ended_sessions (
  sequential_id bigint NOT NULL,
  ended_at      bigint NOT NULL,
  session_id    uuid   NOT NULL,
  started_at    bigint NOT NULL,
  reason        text   NOT NULL,
  PRIMARY KEY (sequential_id, ended_at, session_id)
) PARTITION BY RANGE (ended_at);

-- What falls into no month's partition, be it that its month was not foreseen.
CREATE TABLE ended_sessions_other PARTITION OF ended_sessions DEFAULT;
