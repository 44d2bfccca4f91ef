-- Names of players and what belongs to each. Times are milliseconds since the Unix epoch.

-- AUTOINCREMENT: a sequential id is never given twice, not even after its player was erased.
CREATE TABLE players (
  sequential_id INTEGER PRIMARY KEY AUTOINCREMENT,
  player_id     TEXT    NOT NULL UNIQUE,
  registered_at INTEGER NOT NULL
) STRICT;

-- SHA-256 of the names of erased players: enough to refuse them, without keeping the names.
CREATE TABLE erased_players (
  player_digest BLOB    NOT NULL PRIMARY KEY,
  erased_at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One row for each registered player: `text` is null until it is set and after it was deleted.
CREATE TABLE metadata (
  sequential_id INTEGER PRIMARY KEY,
  text          TEXT,
  version       INTEGER NOT NULL
) STRICT;

-- The primary key is the guarantee of one active session. `last_activity` is in no index: heartbeats stay cheap.
CREATE TABLE active_sessions (
  sequential_id INTEGER PRIMARY KEY,
  session_id    TEXT    NOT NULL,
  started_at    INTEGER NOT NULL,
  last_activity INTEGER NOT NULL
) STRICT;

-- Append-only, in the order in which a player's history is read.
CREATE TABLE ended_sessions (
  sequential_id INTEGER NOT NULL,
  ended_at      INTEGER NOT NULL,
  session_id    TEXT    NOT NULL,
  started_at    INTEGER NOT NULL,
  reason        TEXT    NOT NULL,
  PRIMARY KEY (sequential_id, ended_at, session_id)
) STRICT, WITHOUT ROWID;
