-- Deletes the metadata of players. Expects metadata_pkey.
-- Parameters: ids bigint[]
DELETE FROM metadata
WHERE sequential_id = ANY (:ids)
