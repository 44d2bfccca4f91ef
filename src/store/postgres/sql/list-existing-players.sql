-- Those of some players who exist. Expects metadata_pkey.
-- Parameters: ids bigint[]
-- Columns: id float8
SELECT sequential_id::float8 AS id FROM metadata WHERE sequential_id = ANY (:ids)
