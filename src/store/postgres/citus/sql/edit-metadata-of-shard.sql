-- The first write of edit-metadata.sql, for players of one shard: by compare-and-swap on the version. A required session has to be
-- among the sessions of the players in `active`, which the transaction has locked, and a key among those of the players in `claimed`,
-- which it has inserted. Expects metadata_pkey.
-- Parameters: ids bigint[], versions bigint[], requiredSessionIds uuid?[], sessionIds uuid?[], byServer boolean[],
--   keptAts bigint?[], newStarts bigint[], texts text?[], keyIds text?[], lastWrites text?[], now bigint?, newestIndex bigint, active bigint[],
--   isUnchanged boolean[], idempotencyKeys text?[], claimed bigint[],
--   labels text?[], foldedNames text?[]
-- Columns: sequentialId float8, writtenAt float8
UPDATE metadata
SET text = input.text, version = metadata.version + 1, written_at = :now, written_session_id = input.session_id,
  by_server = input.by_server, written_key_id = input.key_id, kept_at = coalesce(input.kept_at, metadata.kept_at),
  unseen_starts = metadata.unseen_starts - input.new_starts, last_writes = coalesce(decode(input.last_writes, 'hex'), metadata.last_writes),
  index_set = :newestIndex, indexed_version = metadata.version + 1, label_version = metadata.version + 1, label = input.label,
  folded_name = input.folded_name
FROM unnest(:ids, :versions, :requiredSessionIds, :sessionIds, :byServer, :keptAts, :newStarts, :texts, :keyIds, :lastWrites, :isUnchanged,
    :idempotencyKeys, :labels, :foldedNames)
  AS input (sequential_id, version, required_session_id, session_id, by_server, kept_at, new_starts, text, key_id, last_writes, is_unchanged, key,
    label, folded_name)
WHERE :metadata_of_input AND metadata.version = input.version AND (input.by_server OR :not_suspended)
  AND (input.required_session_id IS NULL OR input.sequential_id = ANY (:active))
  AND (input.key IS NULL OR input.sequential_id = ANY (:claimed)) AND input.is_unchanged IS NOT TRUE
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.written_at::float8 AS "writtenAt"
