-- The first write of update-indexed-metadata.sql, for players of one shard: their texts. The transaction then writes the entries.
-- Expects metadata_pkey.
WITH input AS MATERIALIZED (
  SELECT sequential_id, convert_from(substring($4::bytea FROM start FOR length), 'UTF8') AS text
  FROM unnest($1::bigint[], $2::int[], $3::int[]) AS input (sequential_id, start, length)
)
UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = $5::bigint, by_server = false, written_key_id = NULL,
  index_set = $8::bigint, indexed_version = metadata.version + 1
FROM input
WHERE metadata.sequential_id = ANY ($1::bigint[]) AND metadata.sequential_id = input.sequential_id
  AND metadata.index_set >= $8::bigint AND metadata.indexed_version = metadata.version
  AND ($6::bigint IS NULL OR NOT by_server AND unseen_starts = 0 AND kept_at > $5::bigint - $6::bigint
    AND kept_at <= $5::bigint + $7::bigint)
  AND (suspended_until IS NULL OR suspended_until <= $5::bigint)
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8
