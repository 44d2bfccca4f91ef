-- Inserts the keys of edits of one shard with their outcomes, for players whose rows are `locked`. A required session has to be
-- among those of the players in `active`, unless the outcome changes nothing. A key that was used within `retention` is
-- refused. The join with metadata makes it a task of one shard. Expects metadata_pkey and idempotency_keys_pkey.
-- Parameters: ids bigint[], requiredSessionIds uuid?[], isUnchanged boolean[], idempotencyKeys text?[], fingerprints text?[],
--   outcomes text?[], briefOutcomes text?[], now bigint?, locked bigint[], active bigint[], retention bigint
-- Columns: sequentialId float8
-- Tables: keys idempotency_keys, server_idempotency_keys
INSERT INTO :keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
SELECT metadata.sequential_id, input.key, input.fingerprint, input.outcome, input.brief_outcome, :now
FROM metadata
JOIN unnest(:ids, :requiredSessionIds, :isUnchanged, :idempotencyKeys, :fingerprints, :outcomes, :briefOutcomes)
  AS input (sequential_id, required_session_id, is_unchanged, key, fingerprint, outcome, brief_outcome)
  ON metadata.sequential_id = input.sequential_id
WHERE metadata.sequential_id = ANY (:locked) AND input.key IS NOT NULL
  AND (input.required_session_id IS NULL OR input.is_unchanged OR metadata.sequential_id = ANY (:active))
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
  created_at = excluded.created_at
WHERE :keys.created_at <= excluded.created_at - :retention
RETURNING sequential_id::float8 AS "sequentialId"
