-- Replaces texts in the names of the players. All of them come as one string of UTF-8 bytes, each by where it begins (from 1)
-- and its length: an array of texts would be quoted and parsed character by character. Only where a version was kept within the
-- interval $6 and no session was started since a write looked for one; other rows are left as they are and not answered. The
-- session that the row names may be over by now (find-outlived.sql). A version that was kept more than $7 from now was kept by a clock
-- that has been set back since. Null for $6: no versions are kept, and all are replaced.
-- The input comes in key order. Expects metadata_pkey.
WITH clock (now) AS (
  SELECT coalesce($5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
)
UPDATE metadata
SET text = convert_from(substring($4::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
  written_at = (SELECT now FROM clock), by_server = false
FROM unnest($1::bigint[], $2::int[], $3::int[]) AS input (sequential_id, start, length)
WHERE metadata.sequential_id = input.sequential_id
  AND ($6::bigint IS NULL OR unseen_starts = 0 AND kept_at > (SELECT now FROM clock) - $6::bigint
    AND kept_at <= (SELECT now FROM clock) + $7::bigint)
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8
