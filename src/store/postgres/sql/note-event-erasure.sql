-- Notes that a player was erased whose stored events are to be cleared. Expects event_erasures_pkey.
-- Parameters: sequentialId bigint
INSERT INTO event_erasures (sequential_id)
SELECT :sequentialId WHERE EXISTS (SELECT FROM events)
ON CONFLICT (sequential_id) DO NOTHING
