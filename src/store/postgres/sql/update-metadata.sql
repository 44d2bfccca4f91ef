-- Replaces texts in the names of the players. All of them come as one string of UTF-8 bytes, each by where it begins (from 1)
-- and its length: an array of texts would be quoted and parsed character by character. A state that is to be kept is left as
-- it is and its row not answered; null for $7 keeps none. The input comes in key order. Expects metadata_pkey and
-- active_sessions_pkey.
UPDATE metadata
SET text = convert_from(substring($4::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
  written_at = clock.now, written_in = present.session_id, by_server = false
FROM unnest($1::bigint[], $2::int[], $3::int[]) AS input (sequential_id, start, length)
CROSS JOIN (SELECT coalesce($5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) OFFSET 0) AS clock (now)
LEFT JOIN active_sessions AS present
  ON present.sequential_id = input.sequential_id AND present.last_activity > clock.now - $6::bigint
WHERE metadata.sequential_id = input.sequential_id
  AND (
    metadata.version = 0 OR $7::bigint IS NULL
    OR metadata.kept_at > clock.now - $7::bigint AND (present.session_id IS NULL OR present.session_id = metadata.written_in)
  )
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8
