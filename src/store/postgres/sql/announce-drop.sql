-- Notes that sessions may be missing that ended before a time, unless a rebuild is about to read them.
-- Parameters: before bigint
UPDATE statistics_state
SET dropped_before = :before, version = version + 1
WHERE id = 1 AND reset_position IS NULL AND (dropped_before IS NULL OR dropped_before < :before)
