-- The players with a value of an index, after an id. By metadata_index_entries_value.
FROM metadata_index_entries
WHERE index_id = :indexId AND value = :value AND sequential_id > :after
ORDER BY sequential_id
LIMIT :most
