-- Writes metadata by compare-and-swap on the version, inserts and deletes kept versions with it, and adds the entries of the
-- audit. A write with a required session or an idempotency key locks the player's row first. The session's row is then locked
-- against ending until the commit, and the key is inserted with the outcome, all of it or nothing. A key that was used within
-- `retention` is refused. Where `isUnchanged`, the outcome changes nothing and is stored alone. Writes that lock come in
-- batches of their own, so that players' rows are locked in key order. A write of a suspended player takes no effect, unless a
-- server makes it. The last writes of the installations are replaced where some come. The entries of all indexes `indexIds` (`newestIndex` is the highest) are inserted or replaced; their values come as
-- in entry-value.sql. The input comes in key order. Returns the players whose write took effect, with its time unless it changed nothing. Expects metadata_pkey,
-- active_sessions_pkey, idempotency_keys_pkey, metadata_versions_pkey and metadata_index_entries_pkey.
-- Parameters: ids bigint[], versions bigint[], requiredSessionIds uuid?[], sessionIds uuid?[], byServer boolean[],
--   keptAts bigint?[], newStarts bigint[], texts packed text?[], keyIds text?[], lastWrites text?[], now bigint?, timeout bigint, droppedIds bigint[],
--   droppedVersions bigint[], :kept_input, :audited_input, newestIndex bigint,
--   indexIds bigint[], entryStarts int[], entryLengths int[], entryBytes bytea, labels text?[], foldedNames text?[],
--   isUnchanged boolean[], idempotencyKeys text?[],
--   fingerprints text?[], outcomes packed text?[], briefOutcomes packed text?[], retention bigint
-- Events: toldTypes int?[], toldData packed text?[], toldPersonal text?[], toldMembers packed text?[], mostMemberBytes bigint
-- Columns: sequentialId float8, writtenAt float8?
-- Tables: keys idempotency_keys, server_idempotency_keys
WITH input AS (
  SELECT * FROM unnest(:ids, :versions, :requiredSessionIds, :sessionIds, :byServer, :keptAts, :newStarts, :texts_starts, :texts_lengths,
    :keyIds, :lastWrites, :isUnchanged, :idempotencyKeys, :fingerprints, :outcomes_starts, :outcomes_lengths, :briefOutcomes_starts, :briefOutcomes_lengths,
    :labels, :foldedNames
--+     , :toldMembers_starts, :toldMembers_lengths
  ) WITH ORDINALITY
    AS input (sequential_id, version, required_session_id, session_id, by_server, kept_at, new_starts, start, length, key_id, last_writes,
      is_unchanged, key, fingerprint, outcome_start, outcome_length, brief_start, brief_length, label, folded_name,
--+       members_start, members_length,
      position)
),
:clock_of_batch,
locked AS (
  SELECT input.*
  FROM input JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE (input.required_session_id IS NOT NULL OR input.key IS NOT NULL) AND metadata.version = input.version
    AND (input.by_server OR :not_suspended) AND :clock_now IS NOT NULL
  FOR NO KEY UPDATE OF metadata
),
active AS (
  SELECT active_sessions.sequential_id
  FROM locked JOIN active_sessions ON active_sessions.sequential_id = locked.sequential_id
  WHERE active_sessions.session_id = locked.required_session_id
    AND :is_active
  ORDER BY active_sessions.sequential_id
  FOR KEY SHARE OF active_sessions
),
claimed AS (
  INSERT INTO :keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
  SELECT locked.sequential_id, locked.key, locked.fingerprint,
    convert_from(substring(:outcomes_bytes FROM locked.outcome_start FOR locked.outcome_length), 'UTF8'),
    convert_from(substring(:briefOutcomes_bytes FROM locked.brief_start FOR locked.brief_length), 'UTF8'),
    :clock_now
  FROM locked
  WHERE locked.key IS NOT NULL AND (locked.required_session_id IS NULL OR locked.is_unchanged
    OR EXISTS (SELECT FROM active WHERE active.sequential_id = locked.sequential_id))
  ON CONFLICT (sequential_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
    created_at = excluded.created_at
  WHERE :keys.created_at <= excluded.created_at - :retention
  RETURNING sequential_id
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring(:texts_bytes FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = :clock_now, written_session_id = input.session_id, by_server = input.by_server, written_key_id = input.key_id,
    kept_at = coalesce(input.kept_at, metadata.kept_at), unseen_starts = metadata.unseen_starts - input.new_starts,
    last_writes = coalesce(decode(input.last_writes, 'hex'), metadata.last_writes), index_set = :newestIndex, indexed_version = metadata.version + 1,
    label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
--+     , :told_bytes
  FROM input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (input.by_server OR :not_suspended)
    AND (input.required_session_id IS NULL OR EXISTS (SELECT FROM active WHERE active.sequential_id = input.sequential_id))
    AND (input.key IS NULL OR input.sequential_id = ANY (ARRAY(SELECT sequential_id FROM claimed)))
    AND input.is_unchanged IS NOT TRUE
  RETURNING metadata.sequential_id, metadata.written_at, input.position
--+     , input.members_start, input.members_length, metadata.told_bytes
),
deleted AS (
  DELETE FROM metadata_versions
  USING unnest(:droppedIds, :droppedVersions) AS surplus (sequential_id, version)
  WHERE metadata_versions.sequential_id = surplus.sequential_id AND metadata_versions.version = surplus.version
    AND EXISTS (SELECT FROM updated WHERE updated.sequential_id = surplus.sequential_id)
),
inserted AS (
  INSERT INTO metadata_versions (:kept_columns)
  SELECT kept.sequential_id, :kept_values
  FROM :kept_input
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = kept.sequential_id)
  ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content
),
audited AS (
  INSERT INTO audit_entries (:audited_columns, at)
  SELECT entry.sequential_id, :audited_values, :clock_now
  FROM :audited_input
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = entry.sequential_id)
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT input.sequential_id, index.id, :entry_value
  FROM updated AS input CROSS JOIN unnest(:indexIds) WITH ORDINALITY AS index (id, number)
  ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
    WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
)
--+ , told AS (
--+   INSERT INTO events (at, type, sequential_id, data, personal)
--+   SELECT :clock_now, event.type, updated.sequential_id,
--+     convert_from(substring(:toldData_bytes FROM event.start FOR event.length), 'UTF8'),
--+     coalesce(:names_told || coalesce(',' || substring(event.personal FROM 2), '}'), event.personal)
--+   FROM updated JOIN unnest(:toldTypes, :toldData_starts, :toldData_lengths, :toldPersonal) WITH ORDINALITY
--+     AS event (type, start, length, personal, position) ON event.position = updated.position
--+ )
SELECT sequential_id::float8 AS "sequentialId", written_at::float8 AS "writtenAt" FROM updated
UNION ALL
SELECT sequential_id::float8, NULL FROM claimed WHERE sequential_id = ANY (ARRAY(SELECT sequential_id FROM input WHERE is_unchanged))
