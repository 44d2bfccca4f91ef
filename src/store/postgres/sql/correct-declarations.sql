-- Declarations of indexes from before the clock was set back count as ones of now.
-- Parameters: time bigint, latest bigint
UPDATE metadata_indexes
SET declared_at = :time
WHERE declared_at > :latest
