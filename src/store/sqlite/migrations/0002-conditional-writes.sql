-- The author, time and session of a player's metadata, its kept versions, the context of a session, and the first answers under
-- idempotency keys. Times are milliseconds since the Unix epoch.

-- Null in older rows, where it is unknown.
ALTER TABLE metadata ADD COLUMN written_at INTEGER;
-- The session that was active then.
ALTER TABLE metadata ADD COLUMN written_in TEXT;
ALTER TABLE metadata ADD COLUMN by_server  INTEGER NOT NULL DEFAULT 0;
-- When the newest of the kept versions was kept.
ALTER TABLE metadata ADD COLUMN kept_at    INTEGER;

ALTER TABLE active_sessions ADD COLUMN context TEXT;
ALTER TABLE ended_sessions  ADD COLUMN context TEXT;

-- `content` is read with the version `base_version`, which is newer (src/store/versions.ts).
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
  PRIMARY KEY (sequential_id, version)
) STRICT;

-- For those that are too old.
CREATE INDEX metadata_versions_kept_at ON metadata_versions (kept_at);

-- The first answer under an idempotency key, as JSON.
CREATE TABLE replays (
  sequential_id INTEGER NOT NULL,
  key           TEXT    NOT NULL,
  fingerprint   TEXT    NOT NULL,
  outcome       TEXT    NOT NULL,
  created_at    INTEGER NOT NULL,
  PRIMARY KEY (sequential_id, key)
) STRICT;

CREATE INDEX replays_created_at ON replays (created_at);
