-- The texts whose entries are to be made. Expects metadata_pkey.
SELECT sequential_id::float8 AS "sequentialId", version::float8, text
FROM metadata WHERE sequential_id = ANY ($1::bigint[]) ORDER BY sequential_id
