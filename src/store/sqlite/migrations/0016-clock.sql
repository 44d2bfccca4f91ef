-- What is certain about the clock, by which old rows are deleted. A program of before neither reads nor writes it.

CREATE TABLE clock_state (
  id         INTEGER PRIMARY KEY,
  certain_at INTEGER NOT NULL,
  doubted_at INTEGER,
  waited     INTEGER NOT NULL
) STRICT;
