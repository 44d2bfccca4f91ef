-- Marks counted sessions of players to be counted again, after one sequential id and up to another. Expects ended_sessions' primary
-- key.
-- Parameters: after bigint, upTo bigint
UPDATE ended_sessions
SET counted = 2
WHERE sequential_id > :after AND sequential_id <= :upTo AND counted = 1
