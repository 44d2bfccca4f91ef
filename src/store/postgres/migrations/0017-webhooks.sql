-- Webhooks: the endpoints that events are sent to, the processes that send, the events that failed, and the log of attempts. A program of
-- before neither reads nor writes them. No write of a player touches these tables; on Citus they stay local tables of the coordinator.
CREATE TABLE IF NOT EXISTS webhooks (
  webhook_id text COLLATE "C" PRIMARY KEY,
  url text NOT NULL,
  types text NOT NULL,
  is_ordered boolean NOT NULL,
  is_enabled boolean NOT NULL,
  created_at bigint NOT NULL,
  secret text NOT NULL,
  signing_key text,
  former_secret text,
  former_signing_key text,
  former_until bigint,
  disabled_at bigint,
  disabled_reason text COLLATE "C",
  failing_since bigint,
  sent_after bigint NOT NULL,
  range_after bigint,
  range_until bigint,
  missed_events bigint NOT NULL DEFAULT 0,
  lease_holder text COLLATE "C",
  lease_until bigint NOT NULL DEFAULT 0,
  lease_number bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 40);

CREATE TABLE IF NOT EXISTS webhook_senders (
  holder text COLLATE "C" PRIMARY KEY,
  -- In no index, so that a sign of life writes no index entry.
  seen_at bigint NOT NULL
) WITH (fillfactor = 40);

-- The events that an endpoint has not taken: those that are tried again, those of an ordered endpoint that wait for one of their player,
-- and those that were given up, whose next_at is null.
CREATE TABLE IF NOT EXISTS webhook_failures (
  webhook_id text COLLATE "C" NOT NULL,
  event_id bigint NOT NULL,
  sequential_id bigint NOT NULL,
  attempts integer NOT NULL,
  next_at bigint,
  failed_at bigint NOT NULL,
  PRIMARY KEY (webhook_id, event_id)
);
CREATE INDEX IF NOT EXISTS webhook_failures_next_at ON webhook_failures (webhook_id, next_at);
CREATE INDEX IF NOT EXISTS webhook_failures_player ON webhook_failures (webhook_id, sequential_id, event_id);

CREATE TABLE IF NOT EXISTS webhook_deliveries (
  delivery_id text COLLATE "C" PRIMARY KEY,
  webhook_id text COLLATE "C" NOT NULL,
  event_id bigint,
  sequential_id bigint,
  sent_at bigint NOT NULL,
  attempt integer NOT NULL,
  status integer,
  error text,
  milliseconds integer NOT NULL,
  answer text
);
CREATE INDEX IF NOT EXISTS webhook_deliveries_log ON webhook_deliveries (webhook_id, (error IS NOT NULL), delivery_id);
