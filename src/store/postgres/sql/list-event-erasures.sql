-- The players whose stored events are to be cleared.
-- Columns: id float8
SELECT sequential_id::float8 AS id FROM event_erasures ORDER BY sequential_id
