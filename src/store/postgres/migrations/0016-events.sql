-- The events of players, which the feed tells while EVENTS is set. A program of before writes none. The tables are new, so nobody waits.

-- Drawn by the statement of a change after it has locked the row of the player: the order of the changes of one player.
CREATE SEQUENCE IF NOT EXISTS event_ids;

-- One row for each event, in partitions by day, which are dropped as a whole. No row is updated but by the clearing after an erasure.
CREATE TABLE IF NOT EXISTS events (
  id bigint NOT NULL DEFAULT nextval('event_ids'),
  at bigint NOT NULL,
  type smallint NOT NULL,
  sequential_id bigint NOT NULL,
  data text NOT NULL,
  personal text
) PARTITION BY RANGE (at);
CREATE INDEX IF NOT EXISTS events_id ON events (id);

-- The partition of rows whose day has none of its own, for instance since it was not foreseen.
CREATE TABLE IF NOT EXISTS events_other PARTITION OF events DEFAULT;

-- The places of events in the feed, which one process at a time gives to events that are committed. A row is a run of events whose ids
-- follow each other, and so do their places. `settled` is the id up to which every event had its place by then, or will never come.
CREATE TABLE IF NOT EXISTS event_runs (
  position bigint NOT NULL,
  id bigint NOT NULL,
  count bigint NOT NULL,
  settled bigint NOT NULL,
  stamped_at bigint NOT NULL
) PARTITION BY RANGE (stamped_at);
CREATE INDEX IF NOT EXISTS event_runs_position ON event_runs (position);
CREATE INDEX IF NOT EXISTS event_runs_id ON event_runs (id);
CREATE TABLE IF NOT EXISTS event_runs_other PARTITION OF event_runs DEFAULT;

-- One row: the process that gives places, until when, and its number, which is another one for each that follows. No place up to `floor`
-- is given any more, and no event up to the id `settled` waits for one. Both hold what dropped partitions of event_runs had.
CREATE TABLE IF NOT EXISTS event_stamper (
  id bigint PRIMARY KEY,
  holder text COLLATE "C",
  lease_number bigint NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  floor bigint NOT NULL DEFAULT 0,
  settled bigint NOT NULL DEFAULT 0
);
INSERT INTO event_stamper (id) VALUES (1) ON CONFLICT (id) DO NOTHING;

-- Players who were erased while their events still had what an erasure takes out.
CREATE TABLE IF NOT EXISTS event_erasures (
  sequential_id bigint PRIMARY KEY
);

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
  alive_at bigint NOT NULL
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
