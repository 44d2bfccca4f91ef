-- The players with a suspension, also one that is over, after an id. By metadata_suspended.
FROM metadata
WHERE suspended_until IS NOT NULL AND sequential_id > :after
ORDER BY sequential_id
LIMIT :most
