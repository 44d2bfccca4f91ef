-- Deletes the entries of indexes of some players. Expects metadata_index_entries_pkey.
-- Parameters: ids bigint[], indexIds bigint[]
DELETE FROM metadata_index_entries
WHERE sequential_id = ANY (:ids) AND index_id = ANY (:indexIds)
