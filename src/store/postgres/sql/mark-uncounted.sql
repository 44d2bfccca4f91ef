-- Marks counted sessions of players to be counted again, after one sequential id and up to another. Expects ended_sessions' primary
-- key.
UPDATE ended_sessions
SET counted = 2
WHERE sequential_id > $1::bigint AND sequential_id <= $2::bigint AND counted = 1
