-- The events of players, which the feed tells while EVENTS is set. A program of before writes none.

-- The key ascends in the order of the commits, and no key is given again, also after the deletion of old events.
CREATE TABLE events (
  event_id      INTEGER PRIMARY KEY AUTOINCREMENT,
  at            INTEGER NOT NULL,
  type          INTEGER NOT NULL,
  sequential_id INTEGER NOT NULL,
  data          TEXT    NOT NULL,
  personal      TEXT
) STRICT;

-- Players who were erased while their events still had what an erasure takes out.
CREATE TABLE event_erasures (
  sequential_id INTEGER PRIMARY KEY
) STRICT;

-- Webhooks: the endpoints that events are sent to, the processes that send, the events that failed, and the log of attempts. A program of
-- before neither reads nor writes them.
CREATE TABLE webhooks (
  webhook_id         TEXT    PRIMARY KEY,
  url                TEXT    NOT NULL,
  types              TEXT    NOT NULL,
  is_ordered         INTEGER NOT NULL,
  is_enabled         INTEGER NOT NULL,
  created_at         INTEGER NOT NULL,
  secret             TEXT    NOT NULL,
  signing_key        TEXT,
  former_secret      TEXT,
  former_signing_key TEXT,
  former_until       INTEGER,
  disabled_at        INTEGER,
  disabled_reason    TEXT,
  failing_since      INTEGER,
  sent_after         INTEGER NOT NULL,
  range_after       INTEGER,
  range_until       INTEGER,
  missed_events      INTEGER NOT NULL DEFAULT 0,
  lease_holder       TEXT,
  lease_until        INTEGER NOT NULL DEFAULT 0,
  lease_number        INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE webhook_senders (
  holder  TEXT    PRIMARY KEY,
  alive_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The events that an endpoint has not taken: those that are tried again, those of an ordered endpoint that wait for one of their player,
-- and those that were given up, whose next_at is null.
CREATE TABLE webhook_failures (
  webhook_id    TEXT    NOT NULL,
  event_id      INTEGER NOT NULL,
  sequential_id INTEGER NOT NULL,
  attempts      INTEGER NOT NULL,
  next_at       INTEGER,
  failed_at     INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_failures_next_at ON webhook_failures (webhook_id, next_at);
CREATE INDEX webhook_failures_player ON webhook_failures (webhook_id, sequential_id, event_id);

CREATE TABLE webhook_deliveries (
  delivery_id   TEXT    PRIMARY KEY,
  webhook_id    TEXT    NOT NULL,
  event_id      INTEGER,
  sequential_id INTEGER,
  sent_at       INTEGER NOT NULL,
  attempt       INTEGER NOT NULL,
  status        INTEGER,
  error         TEXT,
  milliseconds  INTEGER NOT NULL,
  answer        TEXT
) STRICT;
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, (error IS NOT NULL), delivery_id);
