-- The tables of version 0.2.0, for an empty database. Times are milliseconds since the Unix epoch unless said. Every constraint
-- stays within one distribution key, so the tables go onto Citus as they are: `players` by the name, `rate_limits` by a digest, the
-- other tables of players by `sequential_id`.

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
  sequential_id      bigint  PRIMARY KEY,
  player_id          text    NOT NULL,
  text               text,
  version            bigint  NOT NULL,
  written_at         bigint,
  -- The session that was active then.
  written_session_id uuid,
  by_server          boolean NOT NULL DEFAULT false,
  -- When the newest of the kept versions was kept.
  kept_at            bigint,
  -- The number of sessions started since a write last looked for the active one, so that a save need not read it. The update of
  -- this row by a start also blocks an erasure, or waits for one.
  unseen_starts      bigint  NOT NULL DEFAULT 0,
  written_key_id     text,
  suspended_until    bigint,
  suspension_reason  text,
  last_seen_at       bigint,
  index_set          bigint  NOT NULL DEFAULT 0,
  indexed_version    bigint  NOT NULL DEFAULT 0,
  -- The last writes of the installations of the player (src/store/shared/installations.ts).
  last_writes        bytea
) WITH (fillfactor = 80);
CREATE INDEX metadata_suspended ON metadata (sequential_id) WHERE suspended_until IS NOT NULL;

-- Metadata past two kilobytes is compressed by PostgreSQL; LZ4 does it many times faster than the default, where the server
-- was built with it.
DO $$
BEGIN
  ALTER TABLE metadata ALTER COLUMN text SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN
  NULL;
END
$$;

-- The primary key is the guarantee of one active session. `last_activity` is in no index and pages keep room, so a
-- heartbeat is a HOT update.
CREATE TABLE active_sessions (
  sequential_id      bigint PRIMARY KEY,
  session_id         uuid   NOT NULL,
  started_at         bigint NOT NULL,
  last_activity      bigint NOT NULL,
  context            text,
  -- The last activity by the present clock, where `last_activity` is in the future because the clock was ahead and has been set
  -- back since. Null in almost all rows.
  corrected_activity bigint,
  installation_id    text COLLATE "C"
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);

-- Append-only, in the order in which a player's history is read; old history is dropped by the partition.
CREATE TABLE ended_sessions (
  sequential_id   bigint   NOT NULL,
  ended_at        bigint   NOT NULL,
  session_id      uuid     NOT NULL,
  started_at      bigint   NOT NULL,
  reason          text     NOT NULL,
  context         text,
  -- 0: not in the statistics yet. 1: counted. 2: to be counted again by a rebuild. In this table, so that a mark changes on the
  -- shard of its player.
  counted         smallint NOT NULL DEFAULT 0,
  installation_id text COLLATE "C",
  PRIMARY KEY (sequential_id, ended_at, session_id)
) PARTITION BY RANGE (ended_at);

-- The sessions that fall into no month's partition, for instance since their month was not foreseen.
CREATE TABLE ended_sessions_other PARTITION OF ended_sessions DEFAULT;
CREATE INDEX ended_sessions_uncounted ON ended_sessions (sequential_id, ended_at, session_id) WHERE counted <> 1;

-- `content` is read with the version `base_version`, which is newer (src/store/shared/version-contents.ts). It is compressed already.
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
  key_id        text,
  PRIMARY KEY (sequential_id, version)
);
ALTER TABLE metadata_versions ALTER COLUMN content SET STORAGE EXTERNAL;
-- For those that are too old.
CREATE INDEX metadata_versions_kept_at ON metadata_versions (kept_at);

-- The first answer under an idempotency key, as JSON; null while its request is under way, in its transaction.
CREATE TABLE idempotency_keys (
  sequential_id bigint  NOT NULL,
  key           text    COLLATE "C" NOT NULL,
  fingerprint   text    NOT NULL,
  outcome       text,
  created_at    bigint  NOT NULL,
  -- The brief form of a long answer, as JSON; null for none.
  brief_outcome text,
  -- True once the brief outcome has taken the place of the whole one.
  is_shortened  boolean NOT NULL DEFAULT false,
  PRIMARY KEY (sequential_id, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

-- The idempotency keys of servers, apart from those of players.
CREATE TABLE server_idempotency_keys (
  sequential_id bigint  NOT NULL,
  key           text    COLLATE "C" NOT NULL,
  fingerprint   text    NOT NULL,
  outcome       text,
  created_at    bigint  NOT NULL,
  brief_outcome text,
  is_shortened  boolean NOT NULL DEFAULT false,
  PRIMARY KEY (sequential_id, key)
);
CREATE INDEX server_idempotency_keys_created_at ON server_idempotency_keys (created_at);

-- Token buckets of the rate limits, by a digest, so that an erased name does not come back: when each will be full again, when a
-- token was last asked for, and how many were given then. Times are microseconds since the Unix epoch. A crash may lose them, so
-- they cost no WAL.
CREATE UNLOGGED TABLE rate_limits (
  player_digest text COLLATE "C" PRIMARY KEY,
  full_at       bigint NOT NULL,
  asked_at      bigint NOT NULL,
  given         bigint NOT NULL
) WITH (fillfactor = 50);

-- The keys of a studio's own servers. The primary key is the id by which a key is revoked; requests find it by the digest
-- of its text, which is unique. Two unique columns cannot be spread over shards, and the table is small and no write of
-- a player touches it, so on Citus it stays a local table of the coordinator.
CREATE TABLE server_keys (
  key_id       uuid PRIMARY KEY,
  -- SHA-256 in hexadecimal.
  digest       text COLLATE "C" NOT NULL UNIQUE,
  name         text NOT NULL,
  -- With spaces between them.
  scopes       text NOT NULL,
  created_at   bigint NOT NULL,
  expires_at   bigint,
  -- In no index, so that to note a use writes no index entry.
  last_used_at bigint,
  -- The key that made it. Null for the command line.
  made_by      text COLLATE "C"
) WITH (fillfactor = 80);

-- People who are signed in at the console. A request finds a session by the digest of its text, and the session names its
-- server key by the digest of that key's text, so it ends with the key and also serves the key of the environment. No
-- write of a player touches this table; on Citus it stays a local table of the coordinator.
CREATE TABLE console_sessions (
  -- SHA-256 in hexadecimal, as is the digest of the key.
  digest       text COLLATE "C" PRIMARY KEY,
  key_digest   text COLLATE "C" NOT NULL,
  created_at   bigint NOT NULL,
  expires_at   bigint NOT NULL,
  -- In no index, so that to note a use writes no index entry.
  last_used_at bigint NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX console_sessions_key_digest_idx ON console_sessions (key_digest);

-- The audit. Its key begins with the player, so that an entry is committed on the shard of the write that it tells of.
CREATE TABLE audit_entries (
  -- 0 for an entry about no player.
  sequential_id bigint NOT NULL,
  at            bigint NOT NULL,
  audit_id      uuid   NOT NULL,
  key_id        text   COLLATE "C",
  key_name      text   NOT NULL,
  action        text   COLLATE "C" NOT NULL,
  detail        text,
  request_id    text,
  PRIMARY KEY (sequential_id, at, audit_id)
);
CREATE INDEX audit_entries_at ON audit_entries (at, audit_id);

-- The declared indexes on values of metadata. Small, and on Citus a local table of the coordinator like server_keys.
CREATE TABLE metadata_indexes (
  index_id       bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  pointer        text   COLLATE "C" NOT NULL,
  type           text   COLLATE "C" NOT NULL,
  created_at     bigint NOT NULL,
  declared_at    bigint NOT NULL,
  build_position bigint NOT NULL DEFAULT 0,
  built_at       bigint,
  UNIQUE (pointer, type)
);

-- One row for each player and index. The value is encoded so that its bytes sort like the values; null where it is absent.
CREATE TABLE metadata_index_entries (
  sequential_id bigint NOT NULL,
  index_id      bigint NOT NULL,
  value         bytea,
  PRIMARY KEY (sequential_id, index_id)
) WITH (fillfactor = 80);
CREATE INDEX metadata_index_entries_value ON metadata_index_entries (index_id, value, sequential_id)
  WHERE value IS NOT NULL;

-- The days on which each player was active. A row outlives its player: it has no name.
CREATE TABLE statistics_players (
  sequential_id bigint PRIMARY KEY,
  days          text   NOT NULL
) WITH (fillfactor = 80);

-- The sums of the statistics by day. They are no player's, and on Citus, like the two tables below, local to the coordinator.
CREATE TABLE statistics_days (
  kind text   COLLATE "C" NOT NULL,
  day  bigint NOT NULL,
  sums text   NOT NULL,
  PRIMARY KEY (kind, day)
) WITH (fillfactor = 60);

-- The additions of transactions to the sums, until they are merged into statistics_days.
CREATE TABLE statistics_parts (
  part_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  sums    text   NOT NULL
);

-- One row.
CREATE TABLE statistics_state (
  id             bigint PRIMARY KEY,
  zone           text,
  version        bigint NOT NULL DEFAULT 0,
  as_of          bigint,
  published      text,
  asked_at       bigint NOT NULL DEFAULT 0,
  merged_key     text,
  reset_position bigint,
  floor_day      bigint,
  floor_utc_day  bigint,
  dropped_before bigint,
  counted        bigint NOT NULL DEFAULT 0,
  total          bigint NOT NULL DEFAULT 0,
  lease_holder   text,
  lease_until    bigint NOT NULL DEFAULT 0,
  import_digest  text,
  importing      bigint NOT NULL DEFAULT 0
);
INSERT INTO statistics_state (id) VALUES (1);
