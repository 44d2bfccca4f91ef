-- The tables of version 0.2.0, for a file without tables. Times are milliseconds since the Unix epoch.

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
  sequential_id      INTEGER PRIMARY KEY,
  text               TEXT,
  version            INTEGER NOT NULL,
  written_at         INTEGER,
  -- The session that was active then.
  written_session_id TEXT,
  by_server          INTEGER NOT NULL DEFAULT 0,
  -- When the newest of the kept versions was kept.
  kept_at            INTEGER,
  written_key_id     TEXT,
  suspended_until    INTEGER,
  suspension_reason  TEXT,
  last_seen_at       INTEGER,
  index_set          INTEGER NOT NULL DEFAULT 0,
  indexed_version    INTEGER NOT NULL DEFAULT 0,
  -- The last writes of the installations of the player (src/store/shared/installations.ts).
  last_writes        BLOB
) STRICT;
CREATE INDEX metadata_suspended ON metadata (sequential_id) WHERE suspended_until IS NOT NULL;

-- The primary key is the guarantee of one active session. `last_activity` is in no index: heartbeats stay cheap.
CREATE TABLE active_sessions (
  sequential_id      INTEGER PRIMARY KEY,
  session_id         TEXT    NOT NULL,
  started_at         INTEGER NOT NULL,
  last_activity      INTEGER NOT NULL,
  context            TEXT,
  -- The last activity by the present clock, where `last_activity` is in the future because the clock was ahead and has been set
  -- back since. Null in almost all rows.
  corrected_activity INTEGER,
  installation_id    TEXT
) STRICT;

-- Append-only, in the order in which a player's history is read.
CREATE TABLE ended_sessions (
  sequential_id   INTEGER NOT NULL,
  ended_at        INTEGER NOT NULL,
  session_id      TEXT    NOT NULL,
  started_at      INTEGER NOT NULL,
  reason          TEXT    NOT NULL,
  context         TEXT,
  -- 0: not in the statistics yet. 1: counted. 2: to be counted again by a rebuild.
  counted         INTEGER NOT NULL DEFAULT 0,
  installation_id TEXT,
  PRIMARY KEY (sequential_id, ended_at, session_id)
) STRICT, WITHOUT ROWID;

-- Sessions that are not counted, by the time of their end. A session that ends goes to the end of this index, which costs a stop
-- a fifth less than a place among the ids of players.
CREATE INDEX ended_sessions_uncounted ON ended_sessions (ended_at, sequential_id, session_id) WHERE counted <> 1;

-- `content` is read with the version `base_version`, which is newer (src/store/shared/version-contents.ts).
CREATE TABLE metadata_versions (
  sequential_id INTEGER NOT NULL,
  version       INTEGER NOT NULL,
  written_at    INTEGER,
  session_id    TEXT,
  by_server     INTEGER NOT NULL,
  kept_at       INTEGER NOT NULL,
  milestone     INTEGER NOT NULL,
  size_bytes    INTEGER NOT NULL,
  base_version  INTEGER,
  content       BLOB    NOT NULL,
  key_id        TEXT,
  PRIMARY KEY (sequential_id, version)
) STRICT;
-- For those that are too old.
CREATE INDEX metadata_versions_kept_at ON metadata_versions (kept_at);

-- The first answer under an idempotency key, as JSON.
CREATE TABLE idempotency_keys (
  sequential_id INTEGER NOT NULL,
  key           TEXT    NOT NULL,
  fingerprint   TEXT    NOT NULL,
  outcome       TEXT    NOT NULL,
  created_at    INTEGER NOT NULL,
  -- The brief form of a long answer, as JSON; null for none.
  brief_outcome TEXT,
  -- 1 once the brief outcome has taken the place of the whole one.
  is_shortened  INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (sequential_id, key)
) STRICT;
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

-- The idempotency keys of servers, apart from those of players.
CREATE TABLE server_idempotency_keys (
  sequential_id INTEGER NOT NULL,
  key           TEXT    NOT NULL,
  fingerprint   TEXT    NOT NULL,
  outcome       TEXT    NOT NULL,
  created_at    INTEGER NOT NULL,
  brief_outcome TEXT,
  is_shortened  INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (sequential_id, key)
) STRICT;
CREATE INDEX server_idempotency_keys_created_at ON server_idempotency_keys (created_at);

-- The keys of a studio's own servers. The primary key is the id by which a key is revoked; requests find it by the digest
-- of its text, which is unique. No write of a player touches this table.
CREATE TABLE server_keys (
  key_id       TEXT    PRIMARY KEY,
  -- SHA-256 in hexadecimal.
  digest       TEXT    NOT NULL UNIQUE,
  name         TEXT    NOT NULL,
  -- With spaces between them.
  scopes       TEXT    NOT NULL,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER,
  last_used_at INTEGER,
  -- The key that made it. Null for the command line.
  made_by      TEXT
) STRICT, WITHOUT ROWID;

-- People who are signed in at the console. A request finds a session by the digest of its text, and the session names its
-- server key by the digest of that key's text, so it ends with the key and also serves the key of the environment. No
-- write of a player touches this table.
CREATE TABLE console_sessions (
  -- SHA-256 in hexadecimal, as is the digest of the key.
  digest       TEXT    PRIMARY KEY,
  key_digest   TEXT    NOT NULL,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX console_sessions_key_digest_idx ON console_sessions (key_digest);

-- The audit.
CREATE TABLE audit_entries (
  -- 0 for an entry about no player.
  sequential_id INTEGER NOT NULL,
  at            INTEGER NOT NULL,
  audit_id      TEXT    NOT NULL,
  key_id        TEXT,
  key_name      TEXT    NOT NULL,
  action        TEXT    NOT NULL,
  detail        TEXT,
  request_id    TEXT,
  PRIMARY KEY (sequential_id, at, audit_id)
) STRICT;
CREATE INDEX audit_entries_at ON audit_entries (at, audit_id);

-- The declared indexes on values of metadata. An id is never given again.
CREATE TABLE metadata_indexes (
  index_id       INTEGER PRIMARY KEY AUTOINCREMENT,
  pointer        TEXT    NOT NULL,
  type           TEXT    NOT NULL,
  created_at     INTEGER NOT NULL,
  declared_at    INTEGER NOT NULL,
  build_position INTEGER NOT NULL DEFAULT 0,
  built_at       INTEGER,
  UNIQUE (pointer, type)
) STRICT;

-- One row for each player and index. The value is encoded so that its bytes sort like the values; null where it is absent.
CREATE TABLE metadata_index_entries (
  sequential_id INTEGER NOT NULL,
  index_id      INTEGER NOT NULL,
  value         BLOB,
  PRIMARY KEY (sequential_id, index_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX metadata_index_entries_value ON metadata_index_entries (index_id, value, sequential_id)
  WHERE value IS NOT NULL;

-- The statistics: sums by day, and the days on which each player was active. A row outlives its player: it has no name.
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
