-- Raises the versions of players after one sequential id and up to another. Index entries and labels stay as fresh as
-- they are. Expects metadata_pkey.
-- Parameters: by bigint, after bigint, upTo bigint
-- Columns: sequentialId float8
UPDATE metadata
SET version = version + :by, indexed_version = indexed_version + :by, label_version = label_version + :by
WHERE sequential_id > :after AND sequential_id <= :upTo
RETURNING sequential_id::float8 AS "sequentialId"
