-- The first write of update-indexed-metadata.sql, for players of one shard: their texts. The transaction then writes the entries.
-- Expects metadata_pkey.
-- Parameters: ids bigint[], texts text[], now bigint?, interval bigint?, skew bigint, lossBytes bigint?, newestIndex bigint,
--   labels text?[], foldedNames text?[]
-- Columns: sequentialId float8, version float8, writtenAt float8
UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = :now, by_server = false, written_key_id = NULL,
  index_set = :newestIndex, indexed_version = metadata.version + 1,
  label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
FROM (
  SELECT sequential_id, text, label, folded_name, octet_length(text) AS length
  FROM unnest(:ids, :texts, :labels, :foldedNames) AS save (sequential_id, text, label, folded_name)
) AS input
WHERE :metadata_of_input
  AND metadata.index_set >= :newestIndex AND metadata.indexed_version = metadata.version
  AND :may_be_saved_in_place
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8, metadata.written_at::float8 AS "writtenAt"
