-- update-metadata.sql of one server for players of one shard. Citus computes no text beside
-- columns, so the texts come as an array. Expects metadata_pkey.
UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = $3::bigint, by_server = false, written_key_id = NULL
FROM unnest($1::bigint[], $2::text[]) AS input (sequential_id, text)
WHERE metadata.sequential_id = ANY ($1::bigint[]) AND metadata.sequential_id = input.sequential_id
  AND ($4::bigint IS NULL OR NOT by_server AND unseen_starts = 0 AND kept_at > $3::bigint - $4::bigint
    AND kept_at <= $3::bigint + $5::bigint)
  AND (suspended_until IS NULL OR suspended_until <= $3::bigint)
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8
