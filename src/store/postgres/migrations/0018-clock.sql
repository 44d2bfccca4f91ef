-- What is certain about the clock, by which old rows are deleted. A program of before neither reads nor writes it. The table is new, so
-- nobody waits.
CREATE TABLE IF NOT EXISTS clock_state (
  id bigint PRIMARY KEY,
  certain_at bigint NOT NULL,
  doubted_at bigint,
  waited bigint NOT NULL
);
