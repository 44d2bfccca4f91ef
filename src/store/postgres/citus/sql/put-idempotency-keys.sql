-- Inserts the keys of edits of one shard with their outcomes, for the players $9 whose rows are locked. A required session has to be
-- among those of the players $10, unless the outcome changes nothing. A key that was used within the last $11 milliseconds is
-- refused. The join with metadata makes it a task of one shard. Expects metadata_pkey and idempotency_keys_pkey.
INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
SELECT metadata.sequential_id, input.key, input.fingerprint, input.outcome, input.brief_outcome, $8::bigint
FROM metadata
JOIN unnest($1::bigint[], $2::uuid[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::text[])
  AS input (sequential_id, required_session_id, is_unchanged, key, fingerprint, outcome, brief_outcome)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY ($9::bigint[]) AND input.key IS NOT NULL
  AND (input.required_session_id IS NULL OR input.is_unchanged OR metadata.sequential_id = ANY ($10::bigint[]))
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
  created_at = excluded.created_at
WHERE idempotency_keys.created_at <= excluded.created_at - $11::bigint
RETURNING sequential_id::float8 AS "sequentialId"
