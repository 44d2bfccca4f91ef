-- The author, time and session of a player's metadata, its kept versions, the context of a session, and the first answers under
-- idempotency keys. Times are milliseconds since the Unix epoch. New columns are null in older rows, so that no table is
-- rewritten.

ALTER TABLE metadata
  ADD COLUMN written_at bigint,
  -- The session that was active then.
  ADD COLUMN written_in uuid,
  ADD COLUMN by_server  boolean NOT NULL DEFAULT false,
  -- When the newest of the kept versions was kept.
  ADD COLUMN kept_at    bigint;

ALTER TABLE active_sessions ADD COLUMN context text;
ALTER TABLE ended_sessions  ADD COLUMN context text;

-- `content` is read with the version `base_version`, which is newer (src/store/versions.ts). It is compressed already.
CREATE TABLE metadata_versions (
  sequential_id bigint  NOT NULL,
  version       bigint  NOT NULL,
  written_at    bigint,
  session_id    uuid,
  by_server     boolean NOT NULL,
  kept_at       bigint  NOT NULL,
  milestone     boolean NOT NULL,
  size_bytes    int     NOT NULL,
  base_version  bigint,
  content       bytea   NOT NULL,
  PRIMARY KEY (sequential_id, version)
);
ALTER TABLE metadata_versions ALTER COLUMN content SET STORAGE EXTERNAL;

-- For those that are too old.
CREATE INDEX metadata_versions_kept_at ON metadata_versions (kept_at);

-- The first answer under an idempotency key, as JSON; null while its request is under way, in its transaction.
CREATE TABLE replays (
  sequential_id bigint NOT NULL,
  key           text   COLLATE "C" NOT NULL,
  fingerprint   text   NOT NULL,
  outcome       text,
  created_at    bigint NOT NULL,
  PRIMARY KEY (sequential_id, key)
);

CREATE INDEX replays_created_at ON replays (created_at);
