-- The tables and columns of the server API. Each new column is null or has a constant default, so no row is rewritten.

-- The audit. Its key begins with the player, so that an entry is committed on the shard of the write that it tells of.
CREATE TABLE IF NOT EXISTS audit_entries (
  -- 0 for an entry about no player.
  sequential_id bigint NOT NULL,
  at bigint NOT NULL,
  audit_id uuid NOT NULL,
  key_id text COLLATE "C",
  key_name text NOT NULL,
  action text COLLATE "C" NOT NULL,
  detail text,
  request_id text,
  PRIMARY KEY (sequential_id, at, audit_id)
);
CREATE INDEX IF NOT EXISTS audit_entries_at ON audit_entries (at, audit_id);

-- The idempotency keys of servers, apart from those of players.
CREATE TABLE IF NOT EXISTS server_idempotency_keys (
  sequential_id bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  outcome text,
  created_at bigint NOT NULL,
  brief_outcome text,
  is_shortened boolean NOT NULL DEFAULT false,
  PRIMARY KEY (sequential_id, key)
);
CREATE INDEX IF NOT EXISTS server_idempotency_keys_created_at ON server_idempotency_keys (created_at);

-- The declared indexes on values of metadata. Small, and on Citus a local table of the coordinator like server_keys.
CREATE TABLE IF NOT EXISTS metadata_indexes (
  index_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  pointer text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  declared_at bigint NOT NULL,
  build_position bigint NOT NULL DEFAULT 0,
  built_at bigint,
  UNIQUE (pointer, type)
);

-- One row for each player and index. The value is encoded so that its bytes sort like the values; null where it is absent.
CREATE TABLE IF NOT EXISTS metadata_index_entries (
  sequential_id bigint NOT NULL,
  index_id bigint NOT NULL,
  value bytea,
  PRIMARY KEY (sequential_id, index_id)
) WITH (fillfactor = 80);
CREATE INDEX IF NOT EXISTS metadata_index_entries_value ON metadata_index_entries (index_id, value, sequential_id)
  WHERE value IS NOT NULL;

ALTER TABLE metadata ADD COLUMN IF NOT EXISTS written_key_id text;
ALTER TABLE metadata ADD COLUMN IF NOT EXISTS suspended_until bigint;
ALTER TABLE metadata ADD COLUMN IF NOT EXISTS suspension_reason text;
ALTER TABLE metadata ADD COLUMN IF NOT EXISTS last_seen_at bigint;
ALTER TABLE metadata ADD COLUMN IF NOT EXISTS index_set bigint NOT NULL DEFAULT 0;
ALTER TABLE metadata ADD COLUMN IF NOT EXISTS indexed_version bigint NOT NULL DEFAULT 0;
ALTER TABLE metadata_versions ADD COLUMN IF NOT EXISTS key_id text;
CREATE INDEX IF NOT EXISTS metadata_suspended ON metadata (sequential_id) WHERE suspended_until IS NOT NULL;
