-- The bytes of changed names that the events of a player have had, so that they end somewhere. No row is rewritten. A program of before
-- neither reads nor writes them.

-- Null until an event has told of a write.
ALTER TABLE metadata ADD COLUMN told_period INTEGER;
ALTER TABLE metadata ADD COLUMN told_bytes INTEGER;
