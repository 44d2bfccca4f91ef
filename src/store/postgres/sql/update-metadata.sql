-- Replaces the texts of players who save. All texts come as one string of UTF-8 bytes, each by its start (from 1) and its
-- length, since an array of texts would be quoted and parsed character by character. A row is updated only where a version was
-- kept within the interval $6, the player wrote the present text, no session was started since a write last looked for the
-- active one, and the player is not suspended. Rows of other players stay and are not returned. The session in
-- `written_session_id` may have ended by now (find-outlived.sql). A version kept more than $7 ahead of now is from before the
-- clock was set back. A null $6 means that no versions are kept, and updates the row of every player who is not suspended. The
-- input comes in key order. Expects metadata_pkey.
WITH clock (now) AS (
  SELECT coalesce($5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
)
UPDATE metadata
SET text = convert_from(substring($4::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
  written_at = (SELECT now FROM clock), by_server = false, written_key_id = NULL
FROM unnest($1::bigint[], $2::int[], $3::int[]) AS input (sequential_id, start, length)
WHERE metadata.sequential_id = input.sequential_id
  AND ($6::bigint IS NULL OR NOT by_server AND unseen_starts = 0 AND kept_at > (SELECT now FROM clock) - $6::bigint
    AND kept_at <= (SELECT now FROM clock) + $7::bigint)
  AND (suspended_until IS NULL OR suspended_until <= (SELECT now FROM clock))
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8
