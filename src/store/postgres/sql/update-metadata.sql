-- Replaces texts. All of them come as one string of UTF-8 bytes, each by where it begins (from 1) and its length, null to
-- remove one: an array of texts would be quoted and parsed character by character. The input comes in key order. Expects
-- metadata_pkey.
UPDATE metadata
SET text = convert_from(substring($4::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1
FROM unnest($1::bigint[], $2::int[], $3::int[]) AS input (sequential_id, start, length)
WHERE metadata.sequential_id = input.sequential_id
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8
