-- The first write of update-indexed-metadata.sql, for players of one shard: their texts. The transaction then writes the entries.
-- Expects metadata_pkey.
UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = $3::bigint, by_server = false, written_key_id = NULL,
  index_set = $6::bigint, indexed_version = metadata.version + 1
FROM unnest($1::bigint[], $2::text[]) AS input (sequential_id, text)
WHERE metadata.sequential_id = ANY ($1::bigint[]) AND metadata.sequential_id = input.sequential_id
  AND metadata.index_set >= $6::bigint AND metadata.indexed_version = metadata.version
  AND ($4::bigint IS NULL OR NOT by_server AND unseen_starts = 0 AND kept_at > $3::bigint - $4::bigint
    AND kept_at <= $3::bigint + $5::bigint)
  AND (suspended_until IS NULL OR suspended_until <= $3::bigint)
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8
