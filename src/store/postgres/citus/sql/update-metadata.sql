-- update-metadata.sql of one server for players of one shard. Citus computes no text beside
-- columns, so the texts come as an array. Expects metadata_pkey.
-- Parameters: ids bigint[], texts text[], now bigint?, interval bigint?, skew bigint, lossBytes bigint?
-- Columns: sequentialId float8, version float8, writtenAt float8
UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = :now, by_server = false, written_key_id = NULL
FROM (
  SELECT sequential_id, text, octet_length(text) AS length FROM unnest(:ids, :texts) AS save (sequential_id, text)
) AS input
WHERE :metadata_of_input
  AND :may_be_saved_in_place
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8, metadata.written_at::float8 AS "writtenAt"
