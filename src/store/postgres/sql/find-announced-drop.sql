-- Tells whether sessions before a time may be dropped.
-- Parameters: before bigint
-- Columns: id int
SELECT id::int
FROM statistics_state
WHERE id = 1 AND dropped_before >= :before AND reset_position IS NULL
