-- The tables and columns of the server API.

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

ALTER TABLE metadata ADD COLUMN written_key_id TEXT;
ALTER TABLE metadata ADD COLUMN suspended_until INTEGER;
ALTER TABLE metadata ADD COLUMN suspension_reason TEXT;
ALTER TABLE metadata ADD COLUMN last_seen_at INTEGER;
ALTER TABLE metadata ADD COLUMN index_set INTEGER NOT NULL DEFAULT 0;
ALTER TABLE metadata ADD COLUMN indexed_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE metadata_versions ADD COLUMN key_id TEXT;
CREATE INDEX metadata_suspended ON metadata (sequential_id) WHERE suspended_until IS NOT NULL;
