-- The first write of update-indexed-metadata.sql, for players of one shard: their texts. The transaction then writes the entries.
-- Expects metadata_pkey.
-- Parameters: ids bigint[], texts text[], now bigint?, interval bigint?, skew bigint, lossBytes bigint?, newestIndex bigint
-- Columns: sequentialId float8, version float8
UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = :now, by_server = false, written_key_id = NULL,
  index_set = :newestIndex, indexed_version = metadata.version + 1
FROM (
  SELECT sequential_id, text, octet_length(text) AS length FROM unnest(:ids, :texts) AS save (sequential_id, text)
) AS input
WHERE :metadata_of_input
  AND metadata.index_set >= :newestIndex AND metadata.indexed_version = metadata.version
  AND :may_be_saved_in_place
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8
