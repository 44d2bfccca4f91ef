-- The players with a value of an index in a range, in no order. By metadata_index_entries_value.
FROM metadata_index_entries
WHERE index_id = :indexId AND value >= :from AND value < :to
LIMIT :most
