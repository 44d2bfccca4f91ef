-- Replaces the texts of players who save. All texts come as one string of UTF-8 bytes, since an array of texts would be quoted and
-- parsed character by character. Rows of players whose save is more than that stay and are not returned. The session in
-- `written_session_id` may have ended by now (find-outlived.sql). The input comes in key order. Expects metadata_pkey.
-- Parameters: ids bigint[], texts packed text[], now bigint?, interval bigint?, skew bigint, lossBytes bigint?
-- Columns: sequentialId float8, version float8
WITH :clock
UPDATE metadata
SET text = convert_from(substring(:texts_bytes FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
  written_at = :clock_now, by_server = false, written_key_id = NULL
FROM unnest(:ids, :texts_starts, :texts_lengths) AS input (sequential_id, start, length)
WHERE :metadata_of_input AND :may_be_saved_in_place
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8
