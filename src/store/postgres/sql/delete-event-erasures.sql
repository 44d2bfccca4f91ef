-- The stored events of these players are cleared. Expects event_erasures_pkey.
-- Parameters: ids bigint[]
DELETE FROM event_erasures WHERE sequential_id = ANY (:ids)
