-- All players after an id. By metadata_pkey.
FROM metadata
WHERE sequential_id > :after
ORDER BY sequential_id
LIMIT :most
