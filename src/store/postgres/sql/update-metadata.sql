-- Replaces texts, null to remove one. The input comes in key order. Expects metadata_pkey.
UPDATE metadata
SET text = input.text, version = metadata.version + 1
FROM unnest($1::bigint[], $2::text[]) AS input (sequential_id, text)
WHERE metadata.sequential_id = input.sequential_id
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8
