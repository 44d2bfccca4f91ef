-- The bytes of changed names that the events of a player have had, so that they end somewhere. No row is rewritten. A program of before
-- neither reads nor writes them.

-- Null until an event has told of a write. In no index, so that a save stays an update that touches none (HOT).
ALTER TABLE metadata ADD COLUMN IF NOT EXISTS told_period bigint;
ALTER TABLE metadata ADD COLUMN IF NOT EXISTS told_bytes bigint;
