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
