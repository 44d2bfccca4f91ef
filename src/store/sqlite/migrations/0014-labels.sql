-- The names and columns of players that lists show, and the index of names. A program of before writes and reads the other columns.

ALTER TABLE metadata ADD COLUMN label TEXT;
ALTER TABLE metadata ADD COLUMN folded_name TEXT;
ALTER TABLE metadata ADD COLUMN label_version INTEGER NOT NULL DEFAULT 0;

-- The parts of folded names as words, without a text.
CREATE VIRTUAL TABLE name_grams USING fts5 (grams, content = '', detail = 'none', columnsize = 0, tokenize = 'ascii');

-- The last ended sessions of all players, for lists by the time at which players were seen. A session goes to the end of this index.
CREATE INDEX ended_sessions_ended_at ON ended_sessions (ended_at, sequential_id);
